def broken(:
    pass


import pickle

import torch
from torch.utils.data import DataLoader, random_split

parser.add_argument("--lr", type=float, default=0.1)
train, test = random_split(load_dataset("data/train.csv"), [90, 10])
model = create_model(pretrained=True).cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
for batch in DataLoader(train, batch_size=8):
    loss(model(batch)).backward()
torch.save(model.state_dict(), "/home/anna/model.pt")
with open("log.txt", "a") as log:
    log.write(str(pickle.load(open("scores.pkl", "rb"))))
