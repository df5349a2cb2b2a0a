"""Train the thing."""


def main():
    """Train."""


def evaluate(model):
    """Evaluate a model."""


if __name__ == "__main__":
    main()
