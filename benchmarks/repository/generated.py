"""Writes a repository of any number of Python files to measure speed on; none of it ever runs.

Modules are 100 to 200 lines and differ from each other: imports of the usual libraries and of one
another, classes with docstrings, loops, seeds, splits, estimators, files that are read and saved.
"""

from __future__ import annotations

import random
from pathlib import Path

HEADER = '''"""Experiment {number} of the generated study: {topic}."""

import argparse
import json
import os
import random

import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from study.part{neighbour_part:03d}.module{neighbour:05d} import Model{neighbour}, width_of

SEED = {seed}
ROOT = os.path.join("data", "set{topic_number}")
'''
CLASS = '''

class {name}(nn.Module):
    """A layer of {width} units with a residual path."""

    def __init__(self, width={width}, depth={depth}, rate=0.{depth}):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(rate)
        self.scale = {{"wide": width, "deep": depth}}

    def forward(self, x, mask=None):
        # The residual path keeps the gradient alive.
        for index, layer in enumerate(self.layers):
            y = torch.relu(layer(x))
            if mask is not None and index % 2 == 0:
                y = y * mask
            x = self.norm(x + self.dropout(y))
        return x
'''
FUNCTION = '''

def {name}(frame, limit={width}, *, verbose=False):
    """Return the rows of a frame below a limit, with their means."""
    kept, means = [], {{}}
    for index, row in enumerate(frame.itertuples()):
        value = float(row[{depth}]) * {width} + index
        if value > limit:
            continue
        elif verbose:
            print("row {{}} of {{}}: {{:.3f}}".format(index, len(frame), value))
        kept.append((index, value))
    for name in sorted(set(column for column in frame.columns if not column.startswith("_"))):
        means[name] = np.mean([value for _, value in kept]) if kept else 0.0
    return pd.DataFrame(kept, columns=["index", "value"]), means
'''
TRAINING = '''

def width_of(name):
    return {{"small": 64, "large": {width}}}.get(name, 128)


class Model{number}({base}):
    """The model of this experiment."""


def train(options):
    """Fit both models and write what they score."""
    random.seed(options.seed)
    np.random.seed(options.seed)
    torch.manual_seed(options.seed)
    frame = pd.read_csv(os.path.join(ROOT, "table.csv"))
    features, target = frame.drop(columns=["label"]), frame["label"]
    x_train, x_test, y_train, y_test = train_test_split(
        features, target, test_size=0.2, random_state=SEED
    )
    scaler = StandardScaler()
    x_train = scaler.fit_transform(x_train)
    x_test = scaler.transform(x_test)
    forest = RandomForestClassifier(n_estimators={width}, random_state=options.seed)
    forest.fit(x_train, y_train)
    model = Model{number}()
    optimiser = torch.optim.Adam(model.parameters(), lr=options.lr, weight_decay=1e-4)
    for epoch in range(options.epochs):
        optimiser.zero_grad()
        output = model(torch.as_tensor(x_train, dtype=torch.float32))
        loss = nn.functional.cross_entropy(output, torch.as_tensor(y_train.values))
        loss.backward()
        optimiser.step()
        if epoch % 10 == 0:
            print(f"epoch {{epoch}}: {{loss.item():.4f}}")
    torch.save(model.state_dict(), f"runs/model{number}_{{options.seed}}.pt")
    with open("runs/scores{number}.json", "w") as out:
        json.dump({{"accuracy": forest.score(x_test, y_test)}}, out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--lr", type=float, default=0.00{depth})
    parser.add_argument("--epochs", type=int, default={width})
    train(parser.parse_args())
'''
README = """# A generated study

## Installation

    pip install -r requirements.txt

## Usage

    python study/part000/module00000.py --seed 1
"""
OTHERS = {
    "README.md": README,
    "requirements.txt": "numpy==1.26.4\npandas==2.2.2\nscikit-learn==1.5.0\ntorch==2.3.0\n",
    "LICENSE": "MIT License\n\nPermission is hereby granted, free of charge, to any person\n",
}
TOPICS = ("graphs", "images", "speech", "tables", "text", "time series")
PER_FOLDER = 50


def module(number: int, count: int) -> str:
    """Return the text of one module, the same for the same number."""
    draw = random.Random(number)
    neighbour = draw.randrange(count)
    topic_number = draw.randrange(len(TOPICS))
    names = [f"Layer{number}{letter}" for letter in "ABCD"[: draw.randint(1, 3)]]
    functions = [f"rows_{number}_{letter}" for letter in "abcd"[: draw.randint(1, 3)]]
    width, depth = draw.choice((32, 64, 100, 256, 512)), draw.randint(1, 6)
    text = HEADER.format(
        number=number,
        topic=TOPICS[topic_number],
        topic_number=topic_number,
        neighbour=neighbour,
        neighbour_part=neighbour // PER_FOLDER,
        seed=draw.randrange(10_000),
    )
    for name in names:
        text += CLASS.format(name=name, width=width, depth=depth)
    for name in functions:
        text += FUNCTION.format(name=name, width=width, depth=depth)
    return text + TRAINING.format(number=number, base=names[0], width=width, depth=depth)


def generate(root: Path, count: int) -> int:
    """Write the repository below a root and return how many lines of Python it has."""
    lines = 0
    for name, content in OTHERS.items():
        (root / name).write_text(content, encoding="utf-8")
    for number in range(count):
        folder = root / "study" / f"part{number // PER_FOLDER:03d}"
        folder.mkdir(parents=True, exist_ok=True)
        text = module(number, count)
        lines += text.count("\n")
        (folder / f"module{number:05d}.py").write_text(text, encoding="utf-8")
    return lines
