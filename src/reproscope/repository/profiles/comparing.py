"""Where a score lies among its factor's thresholds, in words, and how certain that is.

Not for numbers: the thresholds themselves are in ``profile``.
"""

from __future__ import annotations

from reproscope.repository.profiles.profile import Profile

UNCERTAIN = "Uncertain: the score lies within the interval of a threshold."


def placed(profile: Profile, key: str, value: float) -> str:
    """Return the profile's words for a factor's score, empty where it has no thresholds."""
    thresholds = profile.factor(key).thresholds
    if thresholds is None:
        return ""
    text = profile.texts.get(thresholds.band(value), "")
    unsure = UNCERTAIN if thresholds.uncertain(value) else ""
    return f"{text} {unsure}".strip()


def compared(profile: Profile, key: str, value: float | None) -> str:
    """Return the words for a score with the two means behind them and their intervals."""
    factor = profile.factor(key)
    limits = factor.thresholds
    if value is None or limits is None:
        return factor.note
    top, low = _mean(limits.top, limits.top_interval), _mean(limits.low, limits.low_interval)
    means = f"Means: {top} of reproducible repositories, {low} of others."
    return " ".join(filter(None, (placed(profile, key, value), means, factor.note)))


def _mean(value: float, interval: tuple[float, float] | None) -> str:
    """Write a mean with its interval.

    >>> _mean(0.7825, (0.71, 0.851)), _mean(1, None)
    ('0.78 [0.71, 0.85]', '1.00')
    """
    return f"{value:.2f}" + ("" if interval is None else f" [{interval[0]:.2f}, {interval[1]:.2f}]")
