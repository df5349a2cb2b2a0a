import numpy as np


def mask_test_edges(edges):
    order = list(range(len(edges)))
    np.random.shuffle(order)
    return order[:10], order[10:]


def folders(rows):
    np.random.shuffle(rows)


def split_meta_batch(rows):
    return np.random.permutation(rows)
