from sklearn.model_selection import KFold, train_test_split

a, b = train_test_split(x, random_state=args.seed)
folds = KFold(5)
model.fit(a)
