import torch

model = torch.load("a.pt")
model.eval()
