import wandb

if best:
    wandb.log({"loss": 1})
