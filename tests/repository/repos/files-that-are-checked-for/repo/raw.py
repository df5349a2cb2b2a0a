import os
import subprocess

import numpy as np

path = "mnist.npz"
if not os.path.exists(path):
    subprocess.call("wget https://example.org/mnist.npz", shell=True)

rows = np.load("mnist.npz")
