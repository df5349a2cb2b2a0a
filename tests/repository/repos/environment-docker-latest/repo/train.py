import numpy

print(numpy)
