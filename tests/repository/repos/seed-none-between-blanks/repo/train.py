import torch

torch.manual_seed( None )
print(torch.rand(3))
