import matplotlib.pyplot as plt
import numpy
import sklearn
import torch

plt.plot(numpy.zeros(3), sklearn, torch)
