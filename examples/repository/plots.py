"""Draw the figure of the paper."""

import matplotlib.pyplot as plt
import pandas as pd

results = pd.read_csv("/home/anna/wine/results.csv")
results.plot.bar(x="model", y="accuracy")
plt.savefig("figure.png")
