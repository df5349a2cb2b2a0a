import torch
import tqdm

print(torch.zeros(1).cuda(), tqdm)
