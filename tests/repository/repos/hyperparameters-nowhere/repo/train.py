import torch

optimizer = torch.optim.Adam(p, lr=0.001)
for epoch in range(200):
    loss.backward()
