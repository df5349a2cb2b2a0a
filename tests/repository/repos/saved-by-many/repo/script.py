import torch

torch.jit.save(m, 'm.pt')
torch.onnx.export(m, x, 'm.onnx')
