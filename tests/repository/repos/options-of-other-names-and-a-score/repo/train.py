import argparse

from sklearn.ensemble import RandomForestClassifier

parser = argparse.ArgumentParser()
parser.add_argument('--trees', type=int, default=100)
args = parser.parse_args()
model = RandomForestClassifier(args.trees, random_state=0).fit(X_train, y_train)
print('accuracy', model.score(X_test, y_test))
