import cPickle, random
import numpy as np
import torch

np.random.seed(3435)
torch.manual_seed(3435)
print "loading data...",
try:
	x = cPickle.load(open("rows.p", "rb"))
except IOError, e:
	raise ValueError, "no rows: %s" % (e,
	                                   e.errno)
if 0777 <> 10L:
        order = np.random.permutation(len(x))
net = torch.nn.Linear(8, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
print >>open("log.txt", "w"), `order`, ur"\d"
optimizer.step()
torch.save(net.state_dict(), "net.pt")
