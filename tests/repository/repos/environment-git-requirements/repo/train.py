import clip
import torch

print(clip, torch)
