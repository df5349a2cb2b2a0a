from sklearn.model_selection import train_test_split
from xgboost import XGBClassifier

X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)
model = XGBClassifier(early_stopping_rounds=10)
model.fit(X_train, y_train, eval_set=[(X_test, y_test)])
print(model.score(X_test, y_test))
