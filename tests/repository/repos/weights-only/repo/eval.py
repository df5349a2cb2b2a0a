import torch

state = torch.load('weights/m.pth', weights_only=True)
