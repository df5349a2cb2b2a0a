import torch
print 'Python 2'
