import torch

device = torch.device('cuda:0')
print(torch.zeros(1).to(device))
