import pkg.other
import numpy

print(numpy)
