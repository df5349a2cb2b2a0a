import numpy as np

rng = np.random.RandomState()
print(rng.rand())
