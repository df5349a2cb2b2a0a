import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument('--lr', type=float, default=0.1)
args = parser.parse_args()
optimizer = torch.optim.SGD(params, lr=args.lr)
loss.backward()
