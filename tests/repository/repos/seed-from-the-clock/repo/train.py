import time
import torch

torch.manual_seed(int(time.time()))
print(torch.rand(3))
