import random


def set_seed(seed=None):
    random.seed(seed)


set_seed(seed=None)
print(random.random())
