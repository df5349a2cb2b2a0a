import numpy
import torch

print(numpy, torch)
