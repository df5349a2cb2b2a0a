import os, sys, torch
import itertools
from models import *

net = Net().cuda()
print(os.getcwd(), sys.argv, torch, itertools)
