rows = open("data/ind.cora.test.index").read()
