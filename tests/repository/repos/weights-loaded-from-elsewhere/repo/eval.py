import torch

model = torch.load(args.checkpoint)
