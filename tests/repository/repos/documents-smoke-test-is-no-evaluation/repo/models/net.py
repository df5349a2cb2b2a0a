def test():
    print(Net()(1))
