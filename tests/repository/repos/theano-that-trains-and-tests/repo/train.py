import theano

step = theano.function([x, y], cost, updates=updates)
step(X_train, y_train)
network = net(X_train, y_train, normalize=True)
error = network.predict(X_test, y_test)
