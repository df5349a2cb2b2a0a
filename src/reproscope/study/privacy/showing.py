"""Makes tables of noisy numbers; the exact ones do not come here.

What is done to noisy numbers costs nothing more: counts below 0 are shown as 0, shares are taken of
counts that were so treated and add up to 1, a mean stays within its bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reproscope.core import Cell, Column, Table
from reproscope.study.privacy.counting import STEPS
from reproscope.study.privacy.noise import Noise
from reproscope.study.privacy.planning import Plan, Request, What

TOPIC = "Differentially private aggregates"
_ALPHA = 0.05
_COUNT = (
    Column("count", "count with noise", "count"),
    Column("within", "off by at most", "count"),
)
_INTERVAL = (Column("low", "from", "number", 3), Column("high", "to", "number", 3))
_SHARE = (
    Column("share", "share", "share", 1),
    Column("low", "from", "share", 1),
    Column("high", "to", "share", 1),
)


@dataclass(frozen=True, slots=True)
class Noisy:
    """What a request asked for, with noise; ``counts`` and their noise are of a mean."""

    request: Request
    groups: tuple[str, ...]
    categories: tuple[str, ...]
    shared: tuple[str, ...]
    numbers: tuple[int, ...]
    noise: Noise
    counts: tuple[int, ...] = ()
    count_noise: Noise | None = None
    low: float = 0.0
    high: float = 1.0

    @property
    def epsilon(self) -> float:
        """What it costs, by OpenDP's account."""
        return self.noise.epsilon + (self.count_noise.epsilon if self.count_noise else 0.0)


def shown(noisy: Noisy, place: int, plan: Plan, size: int | None) -> Table:
    """Return the table of one request; *size* is the number of papers if that is public."""
    groups = noisy.request.groups
    first = () if groups is None else (Column("group", groups.by),)
    if noisy.request.what is What.MEAN:
        columns = (*first, Column("mean", "mean", "number", 3), *_INTERVAL, *_COUNT)
        rows = tuple(_mean_rows(noisy))
        told = (
            "noisy sum over noisy count; from and to hold the mean that has no noise with 95% "
            "probability, whatever the data are; the last columns are of the number of papers"
        )
        missing = "papers without a value are left out"
    else:
        columns = (*first, Column("category", _heading(noisy.request)), *_COUNT)
        columns = (*columns, *_SHARE) if noisy.shared else columns
        rows = tuple(_count_rows(noisy))
        told = "each count is off by no more than is said with 95% probability" + (
            "; shares are of counts not below 0, and from and to hold the share that has no noise "
            "with 95% probability"
            if noisy.shared
            else ""
        )
        missing = "what was not answered or judged has its own row and no share"
        missing = missing if noisy.shared else ""
    rows = rows if groups is not None else tuple(row[1:] for row in rows)
    return Table(
        f"private-{place}",
        noisy.request.title[0].upper() + noisy.request.title[1:],
        columns,
        rows,
        f"{told}; {_mechanism(noisy, plan)}",
        n=size,
        missing=missing,
        topic=TOPIC,
    )


def budget_table(released: list[Noisy], plan: Plan) -> Table:
    """Return what each table of the release costs, and what is promised for it."""
    rows = [
        (one.request.title, one.epsilon, one.noise.sensitivity, one.noise.scale) for one in released
    ]
    neighbour = "is another one" if plan.size_public else "comes or goes"
    return Table(
        "private-budget",
        "What this release costs",
        (
            Column("table", "table"),
            Column("epsilon", "epsilon", "number", 4),
            Column("sensitivity", "one paper changes", "count"),
            Column("scale", "scale of the noise", "number", 2),
        ),
        tuple(rows),
        f"pure differential privacy with epsilon {plan.epsilon:g} in sum: when one paper "
        f"{neighbour}, with all its answers and attempts, no result becomes more than "
        f"exp(epsilon) times as likely; limit of all releases of this study {plan.limit:g}",
        notes=(
            "A sum is counted in steps of which one paper adds "
            f"{STEPS:,} at most; its noise is in steps too.",
        ),
        topic=TOPIC,
    )


def _heading(request: Request) -> str:
    return {What.ANSWERS: request.name, What.PAPERS: "what"}.get(request.what, "outcome")


def _mechanism(noisy: Noisy, plan: Plan) -> str:
    noise = noisy.noise
    parts = [
        f"discrete Laplace noise by OpenDP of scale {noise.scale:.6g} for a sensitivity of "
        f"{noise.sensitivity:,}"
    ]
    if noisy.count_noise is not None:
        count = noisy.count_noise
        parts.append(
            f"on sums in steps of {(noisy.high - noisy.low) / 2 / STEPS:g} from "
            f"{(noisy.low + noisy.high) / 2:g}, values beyond {noisy.low:g} and {noisy.high:g} "
            f"taken as these, and of scale {count.scale:.6g} for {count.sensitivity} on counts"
        )
    if noisy.request.what is What.ATTEMPTS:
        parts.append(f"at most {plan.attempts_per_paper} attempts of a paper counted, by their key")
    return "; ".join((*parts, f"epsilon {noisy.epsilon:.6g}"))


def _count_rows(noisy: Noisy) -> Iterator[tuple[Cell, ...]]:
    width = len(noisy.categories)
    within = noisy.noise.within(_ALPHA)
    for place, group in enumerate(noisy.groups):
        numbers = noisy.numbers[place * width : (place + 1) * width]
        counts = dict(zip(noisy.categories, numbers, strict=True))
        for name, count in counts.items():
            row: tuple[Cell, ...] = (group, name, max(0, count), within)
            if not noisy.shared:
                yield row
            elif name not in noisy.shared:
                yield (*row, None, None, None)
            else:
                yield (*row, *_share(name, {key: counts[key] for key in noisy.shared}, noisy.noise))


def _share(name: str, counts: dict[str, int], noise: Noise) -> tuple[Cell, ...]:
    """Return a share with bounds that hold where every count of the whole is within its own."""
    total = sum(max(0, count) for count in counts.values())
    share = max(0, counts[name]) / total if total else None
    within = noise.within(_ALPHA / len(counts))
    least = {key: max(0, count - within) for key, count in counts.items()}
    most = {key: max(0, count + within) for key, count in counts.items()}
    few = least[name] + sum(most.values()) - most[name]
    many = most[name] + sum(least.values()) - least[name]
    return share, least[name] / few if few else 0.0, most[name] / many if many else 1.0


def _mean_rows(noisy: Noisy) -> Iterator[tuple[Cell, ...]]:
    assert noisy.count_noise is not None  # a mean has both
    middle, half = (noisy.low + noisy.high) / 2, (noisy.high - noisy.low) / 2
    # Both bounds have to hold at once; half a step a paper is what counting in steps loses.
    off, papers_off = noisy.noise.within(_ALPHA / 2), noisy.count_noise.within(_ALPHA / 2)
    within = noisy.count_noise.within(_ALPHA)

    def value(steps: float) -> float:
        return min(noisy.high, max(noisy.low, middle + half * steps / STEPS))

    for group, total, count in zip(noisy.groups, noisy.numbers, noisy.counts, strict=True):
        fewest, most = max(1, count - papers_off), max(1, count + papers_off)
        low = min((total - off) / papers for papers in (fewest, most)) - 0.5
        high = max((total + off) / papers for papers in (fewest, most)) + 0.5
        mean = value(total / count) if count > 0 else None
        yield group, mean, value(low), value(high), max(0, count), within
