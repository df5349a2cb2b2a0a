from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter()
writer.add_scalar("Loss/train", 1.0, 0)
writer.add_scalar("Loss/test", 1.0, 0)
