"""Makes one answer of several coders' answers to a question, for millions of them at once.

What was settled counts. Else the answer on which all who answered agree counts; where they differ
there is none, and the question is counted as unresolved. A settlement holds even where coders agree
or changed their answers later: ``disagreements`` lists it as stale, and a person decides again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from reproscope.instruments import Instrument
from reproscope.study.coding.comparing import Answered, Codes, Long
from reproscope.study.holding import Coded

if TYPE_CHECKING:
    import pandas as pd

_NONE = -1
_DIFFER = -2


def settle(long: pd.DataFrame, resolutions: pd.DataFrame, instrument: Instrument) -> Coded:
    """Return each paper's answers after disagreements were settled; rows in the order of papers.

    *long* has a row for each coder's current answer to a question: paper, variable, coder, value
    (categories are fastest). *resolutions* has paper, variable and value, the last of a question
    counting, one without a value being taken back. A paper nobody answered has no row.
    """
    import pandas as pd

    table = Long.of(long, instrument)
    settled = _settled(resolutions, instrument)
    # A paper that was settled without an answer stands behind the others.
    papers = list(dict.fromkeys([*table.papers, *(p for found in settled.values() for p in found)]))
    place = {paper: number for number, paper in enumerate(papers)}
    there = np.zeros(len(papers), bool)
    columns: dict[str, npt.NDArray[Any]] = {}
    unresolved: dict[str, int] = {}
    for variable in instrument.variables:
        answered = table.answered(variable)
        codes = _agreed(answered, len(papers))
        there |= codes != _NONE
        column = _written(answered, codes)
        for paper, text in settled.get(variable.name, {}).items():
            row = place[paper]
            column[row] = float(text) if variable.kind.numeric else text
            codes[row] = _NONE
            there[row] = True
        divided = int((codes == _DIFFER).sum())
        if divided:
            unresolved[variable.name] = divided
        columns[variable.name] = column
    index = pd.Index(papers, dtype=object, name="paper")
    frame = pd.DataFrame(columns, index=index)[there]
    present = np.unique(table.codes["coder"])
    return Coded(instrument, frame, unresolved, tuple(sorted(table.coders[i] for i in present)))


def _agreed(answered: Answered, papers: int) -> Codes:
    """Return for each paper the answer that all gave, ``_DIFFER``, or ``_NONE`` if nobody did."""
    lowest = np.full(papers, np.iinfo(np.int32).max, np.int32)
    highest = np.full(papers, _NONE, np.int32)
    np.minimum.at(lowest, answered.paper, answered.value)
    np.maximum.at(highest, answered.paper, answered.value)
    agreed: Codes = np.where(highest == _NONE, _NONE, np.where(lowest < highest, _DIFFER, highest))
    return agreed.astype(np.int32)


def _written(answered: Answered, codes: Codes) -> npt.NDArray[Any]:
    """Return the answers that count as numbers or as words."""
    if answered.variable.kind.numeric:
        texts: npt.NDArray[Any] = np.array([*map(float, answered.texts), np.nan])
    else:
        texts = np.array([*answered.texts, None], dtype=object)
    return texts[np.where(codes < 0, len(answered.texts), codes)]


def _settled(resolutions: pd.DataFrame, instrument: Instrument) -> dict[str, dict[str, str]]:
    """Return what was settled, by variable and paper, each in its one spelling."""
    found: dict[str, dict[str, str]] = {}
    columns = (resolutions[name] for name in ("paper", "variable", "value"))
    for paper, name, value in zip(*columns, strict=True):
        found.setdefault(str(name), {})[str(paper)] = str(value)
    for name, by_paper in found.items():
        variable = instrument.variable(name)
        given = {paper: value for paper, value in by_paper.items() if value}
        spelling = {text: variable.checked(text) for text in set(given.values())}
        found[name] = {paper: spelling[value] for paper, value in given.items()}
    return found
