"""The indicators: one module a question, found by lying here. Adding one is adding a file.

A module has ``INDICATOR``, ``judge(facts) -> Judgement`` and a docstring, its page. Files are
named for the answer, ``r101_licence.py``; the number keeps the factors together:

1 documentation, 2 hardware and software environment, 3 buildability, 4 data, 5 random seeds,
6 hyperparameters, 7 model serialisation, 8 research practice, 9 leakage; RN notebooks,
RP portability.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from reproscope.core.rule import Rule
from reproscope.repository.judging.indicator import Indicator, Judge, indicator_of


@cache
def indicators() -> tuple[tuple[Indicator, Judge], ...]:
    """Return every indicator with its judge, in the order of their codes."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    found = [indicator_of(importlib.import_module(f"{__name__}.{name}")) for name in names]
    return tuple(sorted(found, key=lambda pair: pair[0].rule.code))


def rules() -> tuple[Rule, ...]:
    """Return the rules of all indicators, for ``reproscope rules`` and ``explain``."""
    return tuple(indicator.rule for indicator, _ in indicators())
