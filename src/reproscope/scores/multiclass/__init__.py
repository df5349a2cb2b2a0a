"""Several classes: could one confusion matrix have these averages of scores?

What comes in: claims about averages and a `Multiclass`, which fixes the rows' sums of the matrix.
What goes out: a `Decision`, whose witness is a whole matrix. The way through: `names` reads what a
score is called; `terms` says what each claim asks of the classes; `deciding` tries what is known of
the total alone, then what is linear, then the rest; `linking` joins the classes into one matrix and
`exact` verifies it.
"""

from __future__ import annotations

from collections.abc import Sequence

from reproscope.scores.budget import Budget
from reproscope.scores.kinds import Options
from reproscope.scores.multiclass.description import Multiclass
from reproscope.scores.multiclass.names import resolve
from reproscope.scores.reported import Claim
from reproscope.scores.solvers.decision import Decision

__all__ = ["Multiclass", "decide", "resolve"]


def decide(
    claims: Sequence[Claim], experiment: Multiclass, options: Options, budget: Budget
) -> Decision:
    """Return the verdict, trying each reading of what the description leaves open."""
    # The solvers bring numpy: they are loaded when something is to be solved.
    from reproscope.scores.multiclass.deciding import decide

    return decide(claims, experiment, options, budget)
