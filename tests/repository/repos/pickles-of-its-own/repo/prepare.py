import pickle

with open("rows.pkl", "wb") as f:
    pickle.dump([1, 2], f)
