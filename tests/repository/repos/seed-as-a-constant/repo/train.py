import numpy as np

SEED = 42
np.random.seed(SEED)
print(np.random.rand(3))
