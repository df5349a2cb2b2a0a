import os
import random
import time

import torch

torch.manual_seed(int(time.time()))
random.seed(os.urandom(8))
torch.cuda.manual_seed_all(random.randint(1, 10000))
print(torch.rand(1), random.random())
