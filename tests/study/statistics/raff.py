"""Raff 2019's public table as columns, read as surveys.md says: 'N/A' is a word, there is a BOM."""

from functools import cache

import numpy as np
import pandas as pd

from tests.study.oracles import path


@cache
def frame() -> pd.DataFrame:
    return pd.read_csv(
        path("raff2019/reproducable_blind.csv"), keep_default_na=False, encoding="utf-8-sig"
    )


def numbers(column: str, *, per_page: bool = False) -> np.ndarray:
    values = frame()[column].astype(float).to_numpy()
    return values / numbers("Pages") if per_page else values


def labels(column: str) -> list[str | None]:
    return [None if value == "N/A" else value for value in frame()[column]]


def grouped(values: np.ndarray, column: str) -> dict[str, np.ndarray]:
    by = np.array(frame()[column])
    return {str(level): values[by == level] for level in dict.fromkeys(by)}


def by_outcome(column: str, *, per_page: bool = False) -> tuple[np.ndarray, np.ndarray]:
    groups = grouped(numbers(column, per_page=per_page), "Reproduced")
    return groups["Yes"], groups["No"]
