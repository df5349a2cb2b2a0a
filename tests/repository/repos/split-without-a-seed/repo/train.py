from sklearn.model_selection import train_test_split

a, b = train_test_split(x)
model.fit(a)
