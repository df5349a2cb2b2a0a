"""The quotients of scores that take more than a line: numerator and denominator in tp, tn, p, n."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from reproscope.scores.definition import Quotient


def linked(tp: Any, tn: Any, p: Any, n: Any) -> Any:
    """tp·tn - fp·fn, written so that it is visibly linear when p and n are known."""
    return n * tp + p * tn - p * n


def _weights(beta: Fraction) -> tuple[int, int]:
    """Return whole numbers that are as beta² to 1: arrays of whole numbers are the quick ones."""
    return (beta * beta).numerator, (beta * beta).denominator


def f_plus(beta: Fraction) -> Quotient:
    """Return F-beta of the positive class."""
    mine, theirs = _weights(beta)
    both = mine + theirs
    return lambda tp, tn, p, n: (both * tp, both * tp + mine * (p - tp) + theirs * (n - tn))


def f_minus(beta: Fraction) -> Quotient:
    """Return F-beta of the negative class."""
    mine, theirs = _weights(beta)
    both = mine + theirs
    return lambda tp, tn, p, n: (both * tn, both * tn + mine * (n - tn) + theirs * (p - tp))


def mcc(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """The square of the correlation, with its sign."""
    link, called = linked(tp, tn, p, n), tp + (n - tn)
    return link * abs(link), p * n * called * (p + n - called)


def markedness(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """ppv + npv - 1 over one denominator."""
    called = tp + (n - tn)
    return linked(tp, tn, p, n), called * (p + n - called)


def kappa(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """Agreement beyond chance over what chance leaves."""
    called = tp + (n - tn)
    return 2 * linked(tp, tn, p, n), called * n + p * (p + n - called)


def p4(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """Harmonic mean of ppv, npv, sens and spec."""
    return 4 * tp * tn, 4 * tp * tn + (tp + tn) * (p + n - tp - tn)


def macro_f1(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """F1 of both classes, weighted alike; 0/0 if one of them neither occurs nor is called."""
    wrong = p + n - tp - tn
    of_positives, of_negatives = 2 * tp + wrong, 2 * tn + wrong
    return tp * of_negatives + tn * of_positives, of_positives * of_negatives


def weighted_f1(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """F1 of both classes, weighted by their sizes; a class without items weighs nothing."""
    wrong = p + n - tp - tn
    # An F1 that is 0/0 must not make 0/0 of the mean if its weight is 0. (An interval never equals
    # 0, and need not: intervals only exclude, and 0/0 excludes nothing.)
    of_positives, of_negatives = 2 * tp + wrong + (p == 0), 2 * tn + wrong + (n == 0)
    numerator = p * tp * of_negatives + n * tn * of_positives
    return 2 * numerator, (p + n) * of_positives * of_negatives


def half_right(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """Half the share of right calls: the mean of two parts of which one counts 0."""
    return tp + tn, 2 * (p + n)


def right(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """The share of right calls: the one part that is defined."""
    return tp + tn, p + n


def right_less_one(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """The share of right calls less one: the sum of two parts less one, of which one counts 0."""
    return tp + tn - (p + n), p + n


def one_half(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """The mean of a part that is 1 and one that counts 0."""
    return 1, 2


def one(tp: Any, tn: Any, p: Any, n: Any) -> tuple[Any, Any]:
    """A part that is 1, by itself."""
    return 1, 1
