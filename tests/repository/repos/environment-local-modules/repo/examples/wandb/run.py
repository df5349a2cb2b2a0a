import wandb

wandb.init()
