import importlib
import sys

import torch

torch.manual_seed(0)
module = importlib.import_module("model." + sys.argv[1])
module.Net()
