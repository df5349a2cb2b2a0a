"""Groups among the factor scores by k-means (the thesis, 7.3), with where their members come from.

Groups are in the order of their centres, since the labels of k-means depend on the library's
version, as do the inertias of most k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reproscope.repository.calibrating.extra import needed

SEED = 42


@dataclass(frozen=True, slots=True)
class Cluster:
    """One group: the mean of its members' scores, how many, and how many of the first set."""

    centre: tuple[float, ...]
    size: int
    from_first: int


@dataclass(frozen=True, slots=True)
class Clusters:
    """The groups of one run; `labels` are positions in `clusters`, one a row."""

    factors: tuple[str, ...]
    clusters: tuple[Cluster, ...]
    inertia: float
    labels: tuple[int, ...]


def clusters(
    first: Sequence[Sequence[float]],
    second: Sequence[Sequence[float]],
    factors: Sequence[str],
    k: int,
) -> Clusters | None:
    """Group the rows of both sets; ``None`` where fewer than *k* rows differ."""
    rows = np.array([*first, *second], dtype=float)
    if len(np.unique(rows, axis=0)) < k:
        return None
    means = needed("sklearn.cluster").KMeans(
        n_clusters=k, init="k-means++", n_init=10, tol=1e-4, random_state=SEED
    )
    fitted = means.fit(rows)
    order = sorted(range(k), key=lambda at: tuple(fitted.cluster_centers_[at]))
    place = {label: at for at, label in enumerate(order)}
    labels = tuple(place[int(label)] for label in fitted.labels_)
    found = tuple(_cluster(rows, labels, at, len(first)) for at in range(k))
    return Clusters(tuple(factors), found, float(fitted.inertia_), labels)


def _cluster(rows: np.ndarray[Any, Any], labels: tuple[int, ...], at: int, first: int) -> Cluster:
    mine = [number for number, label in enumerate(labels) if label == at]
    centre = tuple(float(value) for value in rows[mine].mean(axis=0))
    return Cluster(centre, len(mine), sum(number < first for number in mine))
