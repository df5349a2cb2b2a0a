"""The classes' errors as one matrix: when they fit together, and a matrix in which they do.

Class i misses ``fn_i`` items and is called wrongly for ``fp_i``. Such numbers are the rows' and
columns' sums of a whole matrix with an empty diagonal if and only if both add up to the same F and
``fn_i + fp_i <= F`` for every class. They must, because an error counted in row i is not in column
i, so that the two together are some of the F errors. That this is enough is shown by `errors`: it
always fills a cell of the class with the largest ``fn_i + fp_i``, and as much of it as keeps every
other class within what is then left, which is never nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

Matrix = list[list[int]]


def linked(missed: Sequence[int], called: Sequence[int]) -> bool:
    """Whether the classes' errors can be those of one matrix."""
    total = sum(missed)
    return sum(called) == total and all(
        fn >= 0 and fp >= 0 and fn + fp <= total for fn, fp in zip(missed, called, strict=True)
    )


def errors(missed: Sequence[int], called: Sequence[int]) -> Matrix:
    """Return a matrix with an empty diagonal, these sums of its rows and these of its columns."""
    if not linked(missed, called):
        raise ValueError("these errors are of no matrix")
    fn, fp, left = list(missed), list(called), sum(missed)
    size = range(len(fn))
    matrix = [[0 for _ in size] for _ in size]
    while left:
        first = max(size, key=lambda i: fn[i] + fp[i])
        others = [i for i in size if i != first]
        side = fp if fn[first] else fn
        second = max((i for i in others if side[i]), key=lambda i: fn[i] + fp[i])
        row, column = (first, second) if fn[first] else (second, first)
        rest = max((fn[i] + fp[i] for i in others if i != second), default=0)
        amount = min(fn[row], fp[column], left - rest)
        matrix[row][column] += amount
        fn[row] -= amount
        fp[column] -= amount
        left -= amount
    return matrix


def matrix_of(counts: Sequence[int], right: Sequence[int], called: Sequence[int]) -> Matrix:
    """Return a confusion matrix with ``tp_i`` in its diagonal and ``fp_i`` wrong calls each."""
    matrix = errors([n - tp for n, tp in zip(counts, right, strict=True)], called)
    for i, tp in enumerate(right):
        matrix[i][i] = tp
    return matrix


def wrong_calls(counts: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return wrong calls of each class that fit what the classes missed, about as they are large.

    There always are some: each class can take ``F - fn_i``, and that makes (c - 1)·F in all.
    """
    missed = [n - tp for n, tp in zip(counts, right, strict=True)]
    total, items = sum(missed), sum(counts)
    called = [min(total * n // items, total - fn) for n, fn in zip(counts, missed, strict=True)]
    left = total - sum(called)
    for i, fn in enumerate(missed):
        more = min(left, total - fn - called[i])
        called[i] += more
        left -= more
    return called
