import random

random.seed(3)
print(random.random())
