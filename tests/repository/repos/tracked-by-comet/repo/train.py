from comet_ml import Experiment

experiment = Experiment(project_name="x")
