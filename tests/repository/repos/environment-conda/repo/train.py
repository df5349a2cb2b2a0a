import numpy
import sklearn
import torch
import PIL
import wandb

print(numpy, sklearn, torch, PIL, wandb)
