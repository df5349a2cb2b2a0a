import numpy as np
import torch
from pygcn.utils import load

print(np, torch, load)
