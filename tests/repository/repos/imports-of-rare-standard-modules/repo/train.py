import cProfile
import encodings
import imp
import itertools
import profile
import pstats

print(cProfile, encodings, imp, itertools, profile, pstats)
