import numpy as np
import torch

print(np.zeros(3), torch.zeros(3))
