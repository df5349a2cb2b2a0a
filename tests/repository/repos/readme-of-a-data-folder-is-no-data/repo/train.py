import torch

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=lr)
loss = model(x).sum()
loss.backward()
optimizer.step()
