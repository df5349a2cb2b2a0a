import torch

BATCH_SIZE = 32
lr = 0.1
optimizer = torch.optim.Adam(p, lr=lr)
loader = torch.utils.data.DataLoader(d, batch_size=16)
print(args)
loss.backward()
