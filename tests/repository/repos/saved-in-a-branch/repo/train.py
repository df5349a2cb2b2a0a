import torch

if best: torch.save(model.state_dict(), path)
