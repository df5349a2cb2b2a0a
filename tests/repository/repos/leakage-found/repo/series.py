import pandas as pd
from sklearn.model_selection import train_test_split

df = pd.read_csv("load.csv").sort_values("date")
df["yesterday"] = df["load"].shift(1)
train, test = train_test_split(df.dropna(), random_state=0)
