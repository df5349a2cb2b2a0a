"""The claims file: a paper's reported scores, each with its experiment, as YAML.

What comes in: a file from a stranger, an extractor or a person. What goes out: ``ClaimsFile``,
whose entries can be checked and whose problems say line by line what cannot. The way through:
``document`` (text to tree, within limits) → ``fields`` (typed values) → ``reading`` →
``description`` (the values) → ``meaning`` (the experiment they describe); ``writing`` goes back.
``reproscope schema claims`` prints the published JSON Schema.
"""

from __future__ import annotations

from importlib import resources

from reproscope.scores.claims.description import (
    ClaimsFile,
    Data,
    Description,
    Entry,
    Evaluation,
    Image,
    Paper,
    Printing,
    Problem,
    Where,
)
from reproscope.scores.claims.meaning import experiment_of
from reproscope.scores.claims.reading import read
from reproscope.scores.claims.writing import dump

__all__ = [
    "ClaimsFile",
    "Data",
    "Description",
    "Entry",
    "Evaluation",
    "Image",
    "Paper",
    "Printing",
    "Problem",
    "Where",
    "dump",
    "experiment_of",
    "read",
    "schema",
]

_SCHEMA_FILE = "claims-1.json"


def schema() -> str:
    """Return the text of the published JSON Schema (2020-12) of a claims file."""
    folder = resources.files("reproscope.scores.claims") / "schema"
    return (folder / _SCHEMA_FILE).read_text(encoding="utf-8")
