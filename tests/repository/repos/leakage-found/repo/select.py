from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import cross_val_score
from sklearn.svm import SVC

X, y = load()
X = SelectKBest(k=10).fit_transform(X, y)
print(cross_val_score(SVC(), X, y))
