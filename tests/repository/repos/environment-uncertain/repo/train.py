import numpy
import mysterious
import foobar

print(numpy, mysterious, foobar)
