import mlflow

if best:
    mlflow.log_param("lr", 0.1)
model.fit(x)
