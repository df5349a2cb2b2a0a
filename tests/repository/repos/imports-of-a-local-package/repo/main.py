import torch
from models import *

print(torch.zeros(3), Net())
