import pandas as pd
x = pd.read_csv("data/raw.csv")
