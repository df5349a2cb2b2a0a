import pandas as pd
from sklearn.preprocessing import StandardScaler

df = pd.read_csv("data/train.csv")
x = StandardScaler().fit_transform(df)
