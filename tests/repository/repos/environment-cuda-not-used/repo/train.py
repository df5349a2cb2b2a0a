import torch

torch.manual_seed(0)
torch.cuda.manual_seed_all(0)
