import numpy as np
from sklearn.model_selection import train_test_split

np.random.seed(1)
a, b = train_test_split(x, random_state=None)
model.fit(a)
