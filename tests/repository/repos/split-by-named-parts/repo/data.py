import os


class Corpus:
    def __init__(self, path):
        self.log = open(os.path.join(path, "log.txt"), "w")
        self.train = self.read(os.path.join(path, "train.txt"))
        self.valid = self.read(os.path.join(path, "valid.txt"))
