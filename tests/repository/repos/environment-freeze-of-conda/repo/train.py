import numpy
import tqdm

print(numpy, tqdm)
