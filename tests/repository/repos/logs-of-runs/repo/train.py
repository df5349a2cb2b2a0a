model.fit(x)
