print("seed: {}".format(3))
superseeded = max(1, 2)
