import pickle

with open("rows.pkl", "rb") as f:
    rows = pickle.load(f)
