import numpy as np

x = np.load("features.npy")
