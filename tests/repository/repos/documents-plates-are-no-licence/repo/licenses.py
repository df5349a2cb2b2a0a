MIT = 1
