"""How far coders agree beyond chance: coefficients with bootstrap intervals.

What comes in: a row of answers for each unit, a column for each coder, None where a coder gave
none. ``ratings`` counts equal rows once, ``kappas`` and ``alpha`` compute coefficients of those
counts, and ``measuring`` gives all of them with their intervals.
"""

from reproscope.study.coding.agreement.measuring import Agreement, agreement_of
from reproscope.study.coding.agreement.ratings import Ratings

__all__ = ["Agreement", "Ratings", "agreement_of"]
