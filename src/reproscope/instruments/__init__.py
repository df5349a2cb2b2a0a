"""Codebooks as data: what is asked of a paper, which answers there are, and metrics over them.

What comes in: TOML files, ours beside this one and those of users. What goes out: ``Instrument``
values, checked, and metrics that can be evaluated over answers. The way through: ``finding`` gets
the text of a file by name or path, ``toml`` and ``positions`` know the line of each key, and
``reading`` makes an ``instrument``, whose expressions ``grammar`` parses and ``meaning`` checks;
``checking`` says whether its parts go together. ``expressions`` evaluates metrics and conditions
over the ``columns`` of a table of answers, and ``codebook`` writes an instrument out for coders.
People answer instruments in ``reproscope.study``; programs will in ``reproscope.paper``.
"""

from reproscope.instruments.codebook import describe
from reproscope.instruments.finding import load, names, text_of
from reproscope.instruments.grammar import Expression, parse
from reproscope.instruments.instrument import (
    AllowedValue,
    Instrument,
    Kind,
    Metric,
    Variable,
)
from reproscope.instruments.reading import read
from reproscope.instruments.toml import FileError

__all__ = [
    "AllowedValue",
    "Expression",
    "FileError",
    "Instrument",
    "Kind",
    "Metric",
    "Variable",
    "describe",
    "load",
    "names",
    "parse",
    "read",
    "text_of",
]
