import sklearn

print(sklearn)
