"""The study that comes along: the reproductions of Cappelen and Mølnå 2018, from seed 000.

What comes in: nothing. What goes out: a filled ``Study``, and tables that compare what the thesis
printed with what follows from its data. The way through: ``tables`` reads the printed tables of
``data/``, ``filling`` makes papers, answers and attempts of them, and ``comparing`` looks up each
printed number in the tables of an analysis.
"""

from reproscope.study.example.comparing import compared
from reproscope.study.example.filling import NAME, fill, make

__all__ = ["NAME", "compared", "fill", "make"]
