"""The kinds of experiment and the module that decides each; loaded when first needed.

A kind is a module with two functions: ``resolve(written) -> ScoreName`` reads a score's name as
it is used for that kind, and ``decide(claims, experiment, options, budget) -> Decision`` answers.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, cast

from reproscope.core.errors import UnknownName
from reproscope.scores.budget import Budget
from reproscope.scores.naming import ScoreName
from reproscope.scores.reported import Claim
from reproscope.scores.solvers.decision import Decision
from reproscope.scores.window import Rounding

Undefined = Literal["zero", "never", "any"]
UNDEFINED: tuple[Undefined, ...] = ("zero", "never", "any")


@dataclass(frozen=True, slots=True)
class Options:
    """What the description leaves to the reader: what a 0/0 may have been printed as.

    `rounding` is for numbers of the description itself, such as a target's variance.
    """

    undefined: Undefined = "zero"
    rounding: Rounding = field(default_factory=Rounding)


class Kind(Protocol):
    """What the module of a kind offers."""

    def resolve(self, written: str) -> ScoreName:
        """Read a score's name."""
        ...

    def decide(
        self, claims: Sequence[Claim], experiment: Any, options: Options, budget: Budget
    ) -> Decision:
        """Answer whether the experiment can have yielded the claims."""
        ...


_MODULES = {
    "test-set": "reproscope.scores.binary",
    "k-fold": "reproscope.scores.binary",
    "datasets": "reproscope.scores.binary",
    "multiclass": "reproscope.scores.multiclass",
    "regression": "reproscope.scores.regression",
}


def kind_of(experiment: Any) -> Kind:
    """Return the module that decides an experiment."""
    name = getattr(experiment, "kind", None)
    if name not in _MODULES:
        raise UnknownName("kind of experiment", str(name or type(experiment).__name__), _MODULES)
    return cast(Kind, importlib.import_module(_MODULES[name]))
