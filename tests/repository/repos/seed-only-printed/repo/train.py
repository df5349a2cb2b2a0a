seed = 3
print("seed: {}".format(seed))
