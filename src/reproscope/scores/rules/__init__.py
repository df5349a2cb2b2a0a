"""The questions this room asks, one module a rule, whose docstring is the rule's page.

``reproscope explain S101`` prints it, and the documentation is built from it.
"""

from __future__ import annotations

from types import ModuleType

from reproscope.core.rule import Rule
from reproscope.scores.rules import (
    s101_test_set,
    s102_k_fold,
    s103_datasets,
    s104_multiclass,
    s105_regression,
    s106_auc,
)


def _rule(code: str, name: str, module: ModuleType) -> Rule:
    return Rule.from_docstring(code=code, name=name, room="scores", module_doc=module.__doc__)


RULES = (
    _rule("S101", "test-set-scores", s101_test_set),
    _rule("S102", "k-fold-scores", s102_k_fold),
    _rule("S103", "datasets-scores", s103_datasets),
    _rule("S104", "multiclass-scores", s104_multiclass),
    _rule("S105", "regression-scores", s105_regression),
    _rule("S106", "auc-scores", s106_auc),
)
