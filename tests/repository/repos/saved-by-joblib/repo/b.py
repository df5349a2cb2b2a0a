from joblib import dump

dump(x, 'm.pkl')
