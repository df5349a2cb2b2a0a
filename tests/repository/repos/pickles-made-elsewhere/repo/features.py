import pickle
import sys


def features(path):
    with open(path, "rb") as held:
        return pickle.load(held)


print(features(sys.argv[1]))
