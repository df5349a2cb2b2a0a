import wandb

runtime = 3
model.fit(x)
