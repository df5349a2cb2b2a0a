import scipy
import matplotlib
import numpy

print(scipy, matplotlib, numpy)
