import pickle


def load(dataset):
    found = []
    for name in ("x", "graph"):
        found.append(pickle.load(open("data/ind.{}.{}".format(dataset, name), "rb")))
    return found
