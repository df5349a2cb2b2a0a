import random

random.seed()
print(random.random())
