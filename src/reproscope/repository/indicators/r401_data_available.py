"""The data can be had: in the repository, by code that fetches them, or by a link.

## What it does
Looks for data files by type and folder, for loaders and download commands in code, scripts and
documents, for DVC and Git LFS, and for links in the documents on lines or under headings that speak
of data.

## Why it matters
Without the same data nothing can be reproduced, however good the code.

## Known problems
A link is not followed here, so it may be dead. A data file may be an example only. Data of tests
and figures do not count. Where the code runs a simulator and no data are named otherwise, the
question does not arise. A data set that is only named can often be found by its name, and is
`partial`.

## How to mend
Put small data into the repository, have the code download large data, and link to an archive.

## References
Loos 2022, factor "dataset availability".
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import (
    files,
    many,
    missing,
    not_applicable,
    shown,
    simulated,
)
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R401", "data-available", "data", __doc__, severity=Level.WARNING, effort="a day", weight=3
)
_REMEDY = (
    "Add a script that downloads the data, or link the archive that holds them in the README's "
    "section on data."
)

_ABOUT = re.compile(r"data|corpus|load|fetch|url|wget|curl|request")


def judge(facts: Facts) -> Judgement:
    """Say by which ways the data can be had."""
    data = facts.data
    if not facts.has_code and not data.files and not data.names and not data.links:
        return not_applicable("There is no Python source and no word about data.")
    inside = [file for file in data.files if not file.pointer]
    ways: list[str] = []
    evidence: tuple[Evidence, ...] = ()
    if inside:
        ways.append(f"in the repository ({many(len(inside), 'file')})")
        evidence += files(file.path for file in inside[:4])
    if data.pointers or (data.dvc and data.dvc_remote):
        ways.append("by Git LFS" if data.pointers else "by DVC")
        evidence += files([*[file.path for file in data.pointers], *data.dvc][:2])
    if data.downloads:
        ways.append(f"downloaded by {', '.join(sorted({d.how for d in data.downloads})[:4])}")
        evidence += shown(data.downloads)[:4]
    if data.links:
        ways.append(f"by {many(len(data.links), 'link')}")
        evidence += shown(data.links, "link")[:3]
    measured: dict[str, JSON] = {
        "files": len(inside),
        "downloads": len(data.downloads),
        "links": len(data.links),
        "dvc": len(data.dvc),
        "pointers": len(data.pointers),
    }
    if ways:
        message = f"Data are available {'; '.join(ways)}."
        return Judgement(Outcome.PRESENT, message, evidence[:10], measured=measured)
    elsewhere = simulated(facts)
    if elsewhere is not None:
        return elsewhere
    if data.names:
        names = ", ".join(dict.fromkeys(one.name for one in data.names[:5]))
        message = f"Known data sets are named ({names}), without data, download or link."
        return Judgement(Outcome.PARTIAL, message, shown(data.names), _REMEDY, 0.5, measured)
    if data.dvc:
        message = "DVC names data, but no remote to fetch them from is configured."
        return Judgement(Outcome.PARTIAL, message, files(data.dvc), _REMEDY, 0.25, measured)
    message = "No data file, no download and no link to data was found."
    return missing(facts, message, _REMEDY, measured, about=_ABOUT)
