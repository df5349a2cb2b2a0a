state = {"epoch": 0}
cost_epoch = 0
start_epoch = 1
model.fit(rows, targets)
