"""Writes a survey of any size: one wide table of three coders' answers, and some settlements.

The same seed gives the same bytes. Answers follow a hidden quality of each paper, so that metrics,
tests and the predictor have something to find.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from reproscope.instruments import Instrument, Kind, Variable, load

HERE = Path(__file__).parent
INSTRUMENT = HERE / "survey.toml"
MAPPING = HERE / "mapping.toml"
CODERS = ("Ada", "Ben", "program")
VENUES = ("AAAI", "ICML", "IJCAI", "NeurIPS")
SEED = 20_180
DISAGREE = 0.05
UNANSWERED = 0.02
SETTLED = 0.2
REMARKED = 0.05
# Papers are written in blocks, so that the generator takes no more memory for more of them.
BLOCK = 10_000

Texts = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Survey:
    """The files of a generated survey, and how much is in them."""

    answers: Path
    resolutions: Path
    papers: int
    rows: int
    answered: int
    disagreements: int
    settled: int
    answers_megabytes: float


def generate(folder: Path, papers: int, seed: int = SEED) -> Survey:
    """Write ``answers.csv`` and ``resolutions.csv`` into a folder."""
    instrument = load(str(INSTRUMENT))
    generator = np.random.default_rng(seed)
    answers, resolutions = folder / "answers.csv", folder / "resolutions.csv"
    answered = disagreements = settled = 0
    names = [variable.name for variable in instrument.variables]
    with (
        answers.open("w", encoding="utf-8", newline="") as wide,
        resolutions.open("w", encoding="utf-8", newline="") as long,
    ):
        rows, decisions = csv.writer(wide), csv.writer(long)
        rows.writerow(["paper", "title", "venue", "coder", *names])
        decisions.writerow(["paper", "instrument", "variable", "value", "by", "note"])
        for first in range(0, papers, BLOCK):
            block = _block(instrument, generator, first, min(BLOCK, papers - first))
            rows.writerows(_rows(block))
            answered += int((block.given != "").sum())
            disagreements += int(block.divided.sum())
            for row in _decisions(block, generator, instrument.name, names):
                decisions.writerow(row)
                settled += 1
    megabytes = answers.stat().st_size / 1024 / 1024
    return Survey(
        answers, resolutions, papers, papers * len(CODERS), answered, disagreements, settled,
        megabytes,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Block:
    """Some papers: ``given`` is coders by papers by questions, ``true`` papers by questions."""

    keys: list[str]
    venues: list[str]
    true: Texts
    given: Texts
    divided: npt.NDArray[np.bool_]


def _block(instrument: Instrument, generator: np.random.Generator, first: int, size: int) -> _Block:
    quality = generator.beta(2, 2, size)
    keys = [f"paper-{number:06d}" for number in range(first + 1, first + size + 1)]
    place = np.clip((quality * len(VENUES) + generator.normal(0, 1, size)).astype(int), 0, 3)
    true = np.empty((size, len(instrument.variables)), dtype=object)
    other = true.copy()
    for column, variable in enumerate(instrument.variables):
        true[:, column] = _answers(variable, quality, generator, keys)
        other[:, column] = _other(variable, true[:, column], generator)
    given = np.repeat(true[None], len(CODERS), axis=0)
    # One of the coders sees it otherwise.
    apart = generator.random(true.shape) < DISAGREE
    who = generator.integers(len(CODERS), size=true.shape)
    for coder in range(len(CODERS)):
        deviates = apart & (who == coder)
        given[coder][deviates] = other[deviates]
    given[generator.random(given.shape) < UNANSWERED] = ""
    # Answers differ where one deviates and any other one answered.
    answered = (given != "").sum(axis=0)
    deviated = np.take_along_axis(given, who[None], axis=0)[0]
    divided = apart & (deviated != "") & (answered > 1) & (deviated != true)
    return _Block(keys, [VENUES[number] for number in place], true, given, divided)


def _answers(
    variable: Variable,
    quality: npt.NDArray[np.float64],
    generator: np.random.Generator,
    keys: list[str],
) -> Texts:
    size = len(quality)
    if variable.name == "remark":
        remarked = generator.random(size) < REMARKED
        return np.where(remarked, [f"see the appendix of {key}" for key in keys], "")
    if variable.values:
        names = np.array([allowed.value for allowed in variable.values], dtype=object)
        if variable.name == "study":
            return names[(generator.random(size) < 0.2).astype(int)]
        near = quality * len(names) + generator.normal(0, 0.8, size)
        return names[np.clip(near.astype(int), 0, len(names) - 1)]
    if variable.kind is Kind.BOOLEAN:
        return (generator.random(size) < 0.15 + 0.6 * quality).astype(int).astype(str)
    if variable.kind is Kind.COUNT:
        return generator.poisson(2 + 8 * quality).astype(str)
    if variable.kind is Kind.DEGREE:
        return np.round(np.clip(quality + generator.normal(0, 0.1, size), 0, 1), 2).astype(str)
    return np.round(4 + 8 * generator.random(size), 1).astype(str)


def _other(variable: Variable, true: Texts, generator: np.random.Generator) -> Texts:
    """Return what a coder who sees it otherwise says: usually the next answer."""
    if variable.kind is Kind.TEXT:
        return true
    if variable.values:
        names = [allowed.value for allowed in variable.values]
        following = dict(zip(names, [*names[1:], names[0]], strict=True))
        return np.array([following[text] for text in true], dtype=object)
    if variable.kind is Kind.BOOLEAN:
        return np.where(true == "1", "0", "1")
    if variable.kind is Kind.COUNT:
        return np.array([str(int(text) + 1) for text in true], dtype=object)
    moved = [float(text) + (0.1 if float(text) < 0.5 else -0.1) for text in true]
    return np.array([f"{number:.2f}" for number in moved], dtype=object)


def _rows(block: _Block) -> Iterator[list[str]]:
    for paper, (key, venue) in enumerate(zip(block.keys, block.venues, strict=True)):
        for coder, name in enumerate(CODERS):
            title = f"A study of {key}, with results"
            yield [key, title, venue, name, *block.given[coder, paper]]


def _decisions(
    block: _Block, generator: np.random.Generator, instrument: str, names: list[str]
) -> Iterator[list[str]]:
    for paper, column in np.argwhere(block.divided):
        if generator.random() < SETTLED:
            value = block.true[paper, column]
            yield [block.keys[paper], instrument, names[column], value, "Eve", "read again"]
