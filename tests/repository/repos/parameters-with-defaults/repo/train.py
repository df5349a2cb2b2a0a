import pickle


def train(rows, learning_rate=0.1, batch_size=50):
    model.fit(rows, batch_size)


def store_params(params):
    with open(path, "wb") as held:
        pickle.dump(params, held)


def scale_image(image):
    return image / 2
