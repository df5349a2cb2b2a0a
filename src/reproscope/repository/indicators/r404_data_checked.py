"""Fetched data are checked against a hash.

## What it does
Looks for hash functions in sources that download, hash arguments of download calls, files of
checksums, commands that verify them, DVC and Git LFS (which store hashes), and loaders of libraries
that are known to check what they fetched. Where nothing is fetched the question does not arise:
what lies in the repository is covered by the hash of its commit.

## Why it matters
A truncated or replaced download gives other results without an error.

## Known problems
A hash function in the same source as a download may serve another purpose. Data that the documents
only link to are fetched by hand, which is not asked about unless checksums are given. That the
library checks is known for the listed loaders only.

## How to mend
Pass `md5=`, `known_hash=` or `file_hash=` to the download call, or ship a `SHA256SUMS` file.
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import (
    agreed,
    files,
    many,
    missing,
    not_applicable,
    shown,
)
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R404", "data-checked", "data", __doc__, severity=Level.NOTE, effort="an hour", weight=1
)
_ABOUT = re.compile(r"hash|md5|sha\d|checksum|crc|integrity")
_REMEDY = "Give the download call the expected hash, or ship checksums and verify them."


def judge(facts: Facts) -> Judgement:
    """Say what would notice that the data are not the same."""
    data = facts.data
    checked = [one for one in data.downloads if one.checked]
    loose = [one for one in data.downloads if not one.checked]
    stored = [*data.dvc, *(file.path for file in data.pointers)]
    measured: dict[str, JSON] = {
        "downloads": len(data.downloads),
        "checked": len(checked),
        "hashes": len(data.hashes),
    }
    if data.hashes or stored:
        message = f"{many(len(data.hashes) + len(stored), 'place')} with a hash of the data."
        evidence = (*shown(data.hashes), *files(stored))[:10]
        return Judgement(Outcome.PRESENT, message, evidence, measured=measured)
    if not data.downloads:
        if any(not file.pointer for file in data.files):
            return not_applicable("The data lie in the repository, and nothing is fetched.")
        return not_applicable("Nothing was found that fetches data.")
    if checked and not loose:
        whole = agreed(len(checked), "The download is", f"All {len(checked)} downloads are")
        message = f"{whole} checked by the call or its library."
        return Judgement(Outcome.PRESENT, message, shown(checked), measured=measured)
    if checked:
        message = (
            f"{len(loose)} of {many(len(data.downloads), 'download')} are not checked by a hash."
        )
        share = len(checked) / len(data.downloads)
        return Judgement(Outcome.PARTIAL, message, shown(loose), _REMEDY, share, measured)
    message = f"{many(len(loose), 'download')} without a check by a hash."
    return missing(facts, message, _REMEDY, measured, shown(loose), _ABOUT)
