class Net:
    size = 3
