"""From what a study holds to the tables that it publishes, each with n, missing and recipe.

What comes in: a ``Holding`` and by which attribute papers are grouped. What goes out: tables. One
module a topic; ``analysing`` asks each for what the study's data allow.
"""

from reproscope.study.analysis.analysing import Wish, analyse

__all__ = ["Wish", "analyse"]
