import numpy
import torch
import rich

print(numpy, torch, rich)
