from sklearn.tree import DecisionTreeClassifier

X, y = load()
tree = DecisionTreeClassifier(random_state=0)
tree.fit(X, y)
print("accuracy", tree.score(X, y))
