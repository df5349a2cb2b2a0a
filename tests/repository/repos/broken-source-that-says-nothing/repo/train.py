import random

random.seed(0)
print(random.random())
