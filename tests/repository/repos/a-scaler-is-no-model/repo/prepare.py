from sklearn.preprocessing import StandardScaler

scaler = StandardScaler()
scaler.fit(x)
