import torch

from model import Net

torch.manual_seed(1111)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train(rows):
    optimizer.step()


train(torch.rand(8, 4))
