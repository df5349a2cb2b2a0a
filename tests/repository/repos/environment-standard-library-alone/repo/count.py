import collections
import itertools
import cPickle
import imp

print(collections, itertools)
