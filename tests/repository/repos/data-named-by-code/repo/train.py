files = ["rt-polarity.pos", "rt-polarity.neg"]
rows = [open(name).read() for name in files]
