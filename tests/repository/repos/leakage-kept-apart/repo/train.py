import pandas as pd
from imblearn.over_sampling import SMOTE
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.preprocessing import StandardScaler

df = pd.read_csv("cohort.csv")
X_train, X_test, y_train, y_test = train_test_split(df.drop(columns="y"), df["y"], random_state=0)
scaler = StandardScaler().fit(X_train)
selector = SelectKBest(k=10).fit(scaler.transform(X_train), y_train)
X_train = selector.transform(scaler.transform(X_train))
X_test = selector.transform(scaler.transform(X_test))
X_train, y_train = SMOTE(random_state=0).fit_resample(X_train, y_train)
search = GridSearchCV(RandomForestClassifier(random_state=0), {"max_depth": [3, 5]})
search.fit(X_train, y_train)
print(search.score(X_test, y_test))
