import torch

model.cuda()
x = x.to('cuda:0')
