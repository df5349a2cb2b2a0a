import pandas as pd

x = pd.read_csv("d.csv")
model.fit(x)
