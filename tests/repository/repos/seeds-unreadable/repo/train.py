import random

import torch
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader


def train(:
    random.seed(1)
    loader = DataLoader(rows, num_workers=2)
