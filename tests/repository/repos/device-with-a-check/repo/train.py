import os

import torch

os.environ['CUDA_VISIBLE_DEVICES'] = ''
device = 'cuda:0' if torch.cuda.is_available() else 'cpu'
