import os

import torch

os.environ["PYTHONHASHSEED"] = "0"
print(torch.rand(3))
