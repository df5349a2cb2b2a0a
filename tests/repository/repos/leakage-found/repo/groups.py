from sklearn.model_selection import cross_val_score
from sklearn.svm import SVC

print(cross_val_score(SVC(), X, y, groups=patients, cv=5))
