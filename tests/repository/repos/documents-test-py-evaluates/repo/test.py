import model


def test(net, loader):
    return net(loader)
