"""Codebooks as data: what is asked of a paper, which answers there are, and metrics over them.

What comes in: TOML files, ours beside this one and those of users. What goes out: ``Instrument``
values, checked, and metrics that can be evaluated over answers. The way through: ``reading`` turns
a file into an ``instrument``, and ``expressions`` parses and evaluates its metrics. People answer
instruments in ``reproscope.study``; programs will in ``reproscope.paper``.
"""

from reproscope.instruments.instrument import (
    AllowedValue,
    Instrument,
    Kind,
    Metric,
    Variable,
)

__all__ = ["AllowedValue", "Instrument", "Kind", "Metric", "Variable"]
