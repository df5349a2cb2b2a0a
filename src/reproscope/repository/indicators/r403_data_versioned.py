"""The version of the data is fixed.

## What it does
Counts as fixed: data in the repository (git versions them), Git LFS, DVC, loaders that are given a
revision or version, and DOIs of data archives. A library's loader of a data set that does not
change is `partial`.

## Why it matters
Data on a server change without notice. Results that cannot be had again are often results on
another version of the data.

## Known problems
Whether a DOI belongs to the data or to the code is judged by the words around it. Data in the
repository may be only an example.

## How to mend
Archive the data (Zenodo, for instance) and give the DOI, track them with DVC, or pin `revision=`.
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import files, missing, not_applicable, shown, simulated
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R403", "data-versioned", "data", __doc__, severity=Level.NOTE, effort="an hour", weight=2
)
_REMEDY = (
    "Archive the data under a DOI, track them with DVC or Git LFS, or give the loader a revision."
)

_PLAIN = ("URL", "Google Drive", "cloud", "Kaggle")

_ABOUT = re.compile(r"revision|version|doi|dvc|zenodo")


def judge(facts: Facts) -> Judgement:
    """Say what fixes the version of the data."""
    data = facts.data
    pinned = [one for one in data.downloads if one.revision is not None]
    inside = [file.path for file in data.files if not file.pointer]
    ways: dict[str, tuple[Evidence, ...]] = {
        "a DOI": shown(data.dois, "link"),
        "DVC": files(data.dvc),
        "Git LFS": files(file.path for file in data.pointers),
        "a revision": shown(pinned),
        "git": files(inside),
    }
    ways = {way: evidence for way, evidence in ways.items() if evidence}
    measured: dict[str, JSON] = {"ways": [*ways], "unpinned": len(data.downloads) - len(pinned)}
    loose = [one for one in data.downloads if one.revision is None and one.code]
    if ways and (not loose or set(ways) - {"git"}):
        message = f"The version of the data is fixed by {', '.join(ways)}."
        evidence = tuple(one for some in ways.values() for one in some[:4])
        return Judgement(Outcome.PRESENT, message, evidence[:10], measured=measured)
    by_library = [one for one in loose if one.checked or one.how not in _PLAIN]
    if ways or by_library:
        message = "Only some data are fixed, or only by the library that loads them."
        return Judgement(Outcome.PARTIAL, message, shown(loose), _REMEDY, 0.5, measured)
    elsewhere = simulated(facts)
    if elsewhere is not None:
        return elsewhere
    if not data.downloads and not data.links and not data.names:
        return not_applicable("No data were found whose version could be fixed.")
    if not data.downloads and not data.links:
        message = "Public data sets are named, without a version."
        return Judgement(Outcome.PARTIAL, message, shown(data.names), _REMEDY, 0.4, measured)
    message = "Data are fetched or linked without a version, DOI or revision."
    evidence = shown(data.downloads) or shown(data.links, "link")
    return missing(facts, message, _REMEDY, measured, evidence, _ABOUT)
