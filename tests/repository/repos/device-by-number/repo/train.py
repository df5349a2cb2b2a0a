import os

import torch

os.environ['CUDA_VISIBLE_DEVICES'] = '2'
device = torch.device('cuda:1')
model.cuda(3)
