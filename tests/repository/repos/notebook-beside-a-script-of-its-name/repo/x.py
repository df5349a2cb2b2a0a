import joblib

joblib.dump(model, "m.joblib")
model.fit(data)
