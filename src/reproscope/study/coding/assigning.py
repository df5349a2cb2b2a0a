"""Shares papers out to coders: who codes which, by a seed, the same for whoever repeats it.

It only adds. What was assigned before stays when papers or coders come later, and counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from heapq import nsmallest

from reproscope.core import ReproscopeError
from reproscope.study.records import Assignment


@dataclass(frozen=True, slots=True)
class Sharing:
    """Who codes, and how many a paper: ``each`` for a ``share`` of the papers, one for the rest.

    ``Sharing(("ann", "bob"), each=2, share=0.2, seed=7)`` has every fifth paper coded twice.
    """

    coders: tuple[str, ...]
    each: int = 1
    share: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.coders:
            raise ReproscopeError("papers cannot be shared out: there are no coders")
        twice = [name for name, count in Counter(self.coders).items() if count > 1]
        if twice:
            raise ReproscopeError(f"coder {twice[0]!r} is named twice")
        if any(not name.strip() for name in self.coders):
            raise ReproscopeError("a coder has no name")
        if not 1 <= self.each <= len(self.coders):
            raise ReproscopeError(
                f"{self.each} coders a paper cannot be had of {len(self.coders)}: take 1 to "
                f"{len(self.coders)}"
            )
        if not 0 <= self.share <= 1:
            raise ReproscopeError(
                f"the share of papers with several coders is from 0 to 1, not {self.share}"
            )


def share_out(
    papers: Sequence[str], instrument: str, sharing: Sharing, kept: Iterable[Assignment] = ()
) -> tuple[Assignment, ...]:
    """Return the assignments to add to those *kept*, by the order in which they were drawn.

    Loads differ by one paper at most where nothing was assigned before; later ones go to whoever
    has the least. Papers without a coder come first when more are to be coded by several.
    """
    coders = _coders_of(papers, instrument, kept)
    loads = Counter(dict.fromkeys(sharing.coders, 0))
    loads.update(name for of_paper in coders.values() for name in of_paper)
    order = sorted(coders, key=lambda paper: _drawn(sharing.seed, instrument, paper))
    several = _several(order, coders, sharing)
    added: list[Assignment] = []
    # Papers for several coders first, so that these are shared out evenly too.
    for paper in sorted(order, key=lambda paper: paper not in several):
        wanted = sharing.each if paper in several else 1
        for name in _least_loaded(paper, wanted, coders[paper], loads, sharing):
            loads[name] += 1
            added.append(Assignment(paper, instrument, name))
    return tuple(added)


def _coders_of(
    papers: Sequence[str], instrument: str, kept: Iterable[Assignment]
) -> dict[str, set[str]]:
    coders: dict[str, set[str]] = {}
    for paper in papers:
        if paper in coders:
            raise ReproscopeError(f"paper {paper!r} is named twice")
        coders[paper] = set()
    for assignment in kept:
        if assignment.instrument == instrument and assignment.paper in coders:
            coders[assignment.paper].add(assignment.coder)
    return coders


def _several(order: list[str], coders: dict[str, set[str]], sharing: Sharing) -> set[str]:
    """Choose which papers get several coders: those that have them, then as they were drawn."""
    if sharing.each == 1:
        return set()
    # As it is written: 0.29 of 100 papers are 29; a half is rounded up.
    wanted = int(Fraction(str(sharing.share)) * len(order) + Fraction(1, 2))
    chosen = {paper for paper in order if len(coders[paper]) > 1}
    rest = [paper for paper in order if paper not in chosen]
    rest.sort(key=lambda paper: len(coders[paper]))
    return chosen.union(rest[: max(0, wanted - len(chosen))])


def _least_loaded(
    paper: str, wanted: int, there: set[str], loads: Counter[str], sharing: Sharing
) -> list[str]:
    return nsmallest(
        wanted - len(there),
        (name for name in sharing.coders if name not in there),
        key=lambda name: (loads[name], _drawn(sharing.seed, paper, name)),
    )


def _drawn(seed: int, *names: str) -> bytes:
    """Return a number that looks drawn and depends on these names alone, on every machine."""
    parts = [str(seed), *(f"{len(name)}:{name}" for name in names)]
    return blake2b("/".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()
