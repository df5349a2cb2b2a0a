import pickle

model = pickle.load(open('models/best.pkl', 'rb'))
