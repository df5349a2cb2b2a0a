"""Known slips of the peers, each on a small repository made for it, and what the peers say of it.

Our side of the same four is asserted in ``tests/repository/test_peers_slips.py``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.repository.peer_tools import PEERS, Answered, of_rrdoctor, program_of

SETUP = """from setuptools import setup

setup(name="study", version="1.0", py_modules=["train"], install_requires=["numpy==1.26.4"])
"""
TRAIN = """import numpy as np

np.random.seed(0)
weights = np.random.normal(size=3)
"""
README = """# Study

## Installation

Clone this repository.

## Usage

Run `python train.py`. The data are drawn by the script, and the result is printed: 0.93. Run it
again to reproduce the experiment. It needs no accelerator and takes a minute on any laptop; the
numbers of the paper are the mean of ten such runs.
"""


@dataclass(frozen=True)
class Slip:
    """A slip: its name, the repository that shows it, and the name that a peer has wrong."""

    name: str
    files: Mapping[str, str]
    missing_path: bool = False
    word: str = ""
    score_above: int | None = None


SLIPS = (
    Slip(
        "`install_requires` in setup.py not seen",
        {"setup.py": SETUP, "train.py": TRAIN, "README.md": README},
        word="numpy",
    ),
    Slip(
        "`setuptools` counted as a research dependency",
        {
            "setup.py": SETUP,
            "train.py": TRAIN,
            "README.md": README,
            "requirements.txt": "numpy==1.26.4\n",
        },
        word="setuptools",
    ),
    Slip("a path that does not exist gets a score", {}, missing_path=True, score_above=0),
    Slip(
        "a repository without any declared environment scores above 90",
        {"train.py": TRAIN, "README.md": README, "LICENSE": "MIT License\n"},
        score_above=90,
    ),
)
# Checks about imports and declarations: elsewhere the word may stand for something else.
OF_IMPORTS = ("RRD034", "DEP003", "python.dependencies")


def made(slip: Slip, said: Answered) -> str:
    """Say whether a peer made the slip, in its own words."""
    if slip.score_above is not None:
        number = said.score.split("/")[0]
        slipped = number.isdigit() and int(number) > slip.score_above
        return (
            f"{'yes' if slipped else 'no'}: score {said.score}" if number != "-" else "no: refused"
        )
    texts = [f"{one.check} {one.text}" for one in said.fired if one.check in OF_IMPORTS]
    slipped_at = [text for text in texts if slip.word in text]
    return f"yes: {slipped_at[0]}" if slipped_at else "no"


def slips_of(peers: Path) -> list[tuple[str, dict[str, str]]]:
    """Return each slip with what every peer says of its repository."""
    found = []
    # Its standard profile is what a user gets without asking for another.
    asking = {**PEERS, "rrdoctor": partial(of_rrdoctor, profile="standard")}
    for slip in SLIPS:
        with tempfile.TemporaryDirectory() as room:
            root = Path(room) / "study"
            for name, content in slip.files.items():
                root.mkdir(exist_ok=True)
                (root / name).write_text(content, encoding="utf-8")
            target = Path(room) / "nowhere" if slip.missing_path else root
            said = {name: ask(program_of(peers, name), target) for name, ask in asking.items()}
        found.append((slip.name, {name: made(slip, answer) for name, answer in said.items()}))
    return found
