import torch

if torch.cuda.is_available():
    torch.cuda.manual_seed_all(0)
