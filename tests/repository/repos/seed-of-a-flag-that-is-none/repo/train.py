import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=None)
args = parser.parse_args()
if args.seed is not None:
    torch.manual_seed(args.seed)
print(torch.randn(3))
