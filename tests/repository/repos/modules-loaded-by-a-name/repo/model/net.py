import torch
from model.common import layer


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = layer(4)
        torch.nn.init.zeros_(self.first.bias)
