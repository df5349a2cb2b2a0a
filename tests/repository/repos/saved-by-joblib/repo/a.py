import joblib

joblib.dump(x, 'm.pkl')
