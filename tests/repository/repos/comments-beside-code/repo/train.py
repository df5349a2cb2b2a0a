lr = 0.1  # as in the paper
epochs = 30  # a third of it
size = 3
