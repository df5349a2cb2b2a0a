"""Train the forest and save it."""

import argparse

import joblib
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--n-estimators", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    wine = pd.read_csv("data/wine.csv")
    X, y = wine.drop(columns="cultivar"), wine["cultivar"]
    X = StandardScaler().fit_transform(X)
    X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=args.seed)
    model = RandomForestClassifier(args.n_estimators)
    model.fit(X_train, y_train)
    print("accuracy", accuracy_score(y_test, model.predict(X_test)))
    joblib.dump(model, "model.joblib")


if __name__ == "__main__":
    main()
