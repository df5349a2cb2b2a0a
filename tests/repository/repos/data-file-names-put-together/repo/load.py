import numpy as np


def load(path="data/cora/", dataset="cora"):
    features = np.genfromtxt("{}{}.content".format(path, dataset))
    edges = np.genfromtxt("{}{}.cites".format(path, dataset))
    return features, edges
