model.fit(rows, targets)
