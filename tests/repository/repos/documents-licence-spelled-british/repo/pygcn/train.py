from time import time

print(time())

def test():
    return 1

test()
