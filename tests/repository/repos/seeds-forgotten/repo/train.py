import numpy as np
import torch
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader

x = np.random.normal(size=(100, 3))
train, test = train_test_split(x)
net = torch.nn.Linear(3, 1)
loader = DataLoader(train, shuffle=True, num_workers=4)
lam = np.random.beta(0.2, 0.2)
