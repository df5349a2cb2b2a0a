from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter()
