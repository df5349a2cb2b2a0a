import argparse
import json

parser = argparse.ArgumentParser()
parser.add_argument("--train.learning_rate", type=float, default=0.001)
parser.add_argument("--data.cuda", action="store_true")
args = parser.parse_args()

import torch

model = make_model()
if getattr(args, "data.cuda"):
    model.cuda()
optimizer = torch.optim.Adam(model.parameters())
best_epoch = 0
results = {"args": vars(args)}
with open("results.jsonl", "a") as f:
    f.write(json.dumps(results))
model.save_model("models/last")
save_checkpoint(model)
