superseeded = max(1, 2)
