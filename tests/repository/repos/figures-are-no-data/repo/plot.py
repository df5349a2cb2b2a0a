import matplotlib.pyplot as plt

plt.plot([1])
plt.savefig('fig.png')
