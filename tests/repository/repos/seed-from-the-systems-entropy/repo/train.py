import os
import random

random.seed(os.urandom(8))
print(random.random())
