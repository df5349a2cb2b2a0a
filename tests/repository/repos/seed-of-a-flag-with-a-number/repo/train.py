import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=7)
args = parser.parse_args()
torch.manual_seed(args.seed)
print(torch.randn(3))
