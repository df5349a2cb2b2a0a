"""The answer to each question after disagreements were settled, for millions of answers at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.instruments import Instrument
from reproscope.study.holding import Coded

if TYPE_CHECKING:
    import pandas as pd


def settle(answers: pd.DataFrame, resolutions: pd.DataFrame, instrument: Instrument) -> Coded:
    """Take the answer on which all coders agree, else what was settled, else none.

    ``answers`` is the long table of ``coded_frame``; what was settled holds even where all agree.
    """
    import pandas as pd

    width = max(len(answers["variable"].cat.categories), 1)
    papers = answers["paper"].cat.codes.to_numpy().astype(np.int64)
    cells = papers * width + answers["variable"].cat.codes.to_numpy()
    values = answers["value"].cat.codes.to_numpy()
    order = np.argsort(cells, kind="stable")
    cells, values = cells[order], values[order]
    starts = np.flatnonzero(np.append(True, np.diff(cells) != 0)) if len(cells) else cells
    agreed = np.minimum.reduceat(values, starts) if len(cells) else values
    divided = agreed != (np.maximum.reduceat(values, starts) if len(cells) else values)
    where = cells[starts]
    keys = answers["paper"].cat.categories
    texts = answers["value"].cat.categories.to_numpy()
    columns: dict[str, Any] = {}
    unresolved: dict[str, int] = {}
    rows = np.unique(where // width)
    for place, name in enumerate(answers["variable"].cat.categories):
        here = where % width == place
        column = np.full(len(keys), None, dtype=object)
        taken = here & ~divided
        column[where[taken] // width] = texts[agreed[taken]]
        open_questions = set((where[here & divided] // width).tolist())
        of_variable = resolutions[resolutions["variable"] == name]
        found = keys.get_indexer(of_variable["paper"])
        column[found] = of_variable["value"].to_numpy()
        rows = np.union1d(rows, found)
        unresolved[name] = len(open_questions - set(found.tolist()))
        columns[name] = column
    frame = pd.DataFrame(columns, index=keys.rename("paper")).iloc[rows]
    for variable in instrument.variables:
        if variable.kind.numeric:
            frame[variable.name] = _numbers(frame[variable.name], instrument.name)
    coders = answers["coder"].cat.remove_unused_categories().cat.categories
    disputed = {name: count for name, count in unresolved.items() if count}
    return Coded(instrument, frame, disputed, tuple(coders))


def _numbers(column: pd.Series, instrument: str) -> pd.Series:
    """Return answers as floats; what is no number was recorded without being checked."""
    import pandas as pd

    numbers = pd.to_numeric(column, errors="coerce").astype(float)
    wrong = column[numbers.isna() & column.notna()]
    if len(wrong):
        raise ReproscopeError(
            f"{shown_name(str(wrong.index[0]))}: {instrument}.{column.name} is answered by a "
            f"number, not by {shown_name(str(wrong.iloc[0]))}"
        )
    return numbers
