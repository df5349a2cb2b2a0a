import train


def test_main_returns_nothing():
    assert train.main() is None
