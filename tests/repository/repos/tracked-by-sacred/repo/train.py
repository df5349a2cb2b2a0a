from sacred import Experiment

ex = Experiment()


@ex.config
def config():
    lr = 0.1
