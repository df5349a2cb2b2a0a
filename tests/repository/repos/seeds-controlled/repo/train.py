import argparse

import numpy as np
import torch
from model import Net
from seeding import set_seed
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
args = parser.parse_args()

for seed in args.seeds:
    set_seed(seed)
    net = Net()
    train, test = train_test_split(np.arange(100), random_state=seed)
    generator = torch.Generator().manual_seed(seed)
    loader = DataLoader(train, shuffle=True, num_workers=2, generator=generator)
