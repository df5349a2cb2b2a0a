import random


def set_seed(seed):
    random.seed(seed)


print(random.random())
