import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--batch_size", type=int, default=8)


def test_net(net, rows):
    return net(rows)


if __name__ == "__main__":
    test_net(None, parser.parse_args())
