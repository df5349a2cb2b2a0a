import pickle

pickle.dump(model, f)
