import argparse
import random

import numpy as np
import torch
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int)
args = parser.parse_args()
torch.manual_seed(0)
if args.seed is not None:
    np.random.seed(args.seed)
torch.backends.cudnn.deterministic = True
torch.backends.cudnn.benchmark = True
random.shuffle(names)
x = np.random.rand(10, 2) + torch.rand(10, 2).numpy()
train, test = train_test_split(x)
forest = RandomForestClassifier(random_state=0)
loader = torch.utils.data.DataLoader(train, num_workers=args.workers)
