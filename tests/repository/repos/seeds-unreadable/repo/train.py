import random
print "seed", random.seed(1)
