"""Write a profile as TOML, with the evidence for each number beside it.

What ``reading`` reads back gives the same profile.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from reproscope.repository.profiles.profile import FactorRule, IndicatorRule, Profile
from reproscope.repository.reporting.plainwords import one_line


def profile_text(profile: Profile, heading: str = "") -> str:
    """Return the TOML of a profile; *heading* becomes the comment at its top."""
    return "\n".join(_lines(profile, heading)) + "\n"


def _lines(profile: Profile, heading: str) -> Iterator[str]:
    for line in heading.splitlines():
        yield f"# {one_line(line)}".rstrip()
    yield f"name = {quoted(profile.name)}"
    yield f"kind = {quoted(profile.kind)}"
    yield f"title = {quoted(profile.title)}"
    yield f"source = {quoted(profile.source)}"
    if profile.note:
        yield f"note = {quoted(profile.note)}"
    yield f"overall = {'true' if profile.overall else 'false'}"
    if profile.texts:
        yield "\n[texts]"
        for band, text in profile.texts.items():
            yield f"{band.value} = {quoted(text)}"
    for factor in profile.factors.values():
        yield from _factor(factor)
    for indicator in profile.indicators.values():
        yield from _indicator(indicator)


def _factor(factor: FactorRule) -> Iterator[str]:
    yield f"\n[factor.{quoted(factor.key)}]"
    if factor.title:
        yield f"title = {quoted(factor.title)}"
    yield f"weight = {factor.weight!r}"
    if factor.note:
        yield f"note = {quoted(factor.note)}"
    found = factor.thresholds
    if found is None:
        return
    yield f"[factor.{quoted(factor.key)}.thresholds]"
    yield f"top = {found.top!r}"
    if found.average is not None:
        yield f"average = {found.average!r}"
    yield f"low = {found.low!r}"
    for name, interval in (("top", found.top_interval), ("low", found.low_interval)):
        if interval is not None:
            yield f"{name}-interval = [{interval[0]!r}, {interval[1]!r}]"


def _indicator(indicator: IndicatorRule) -> Iterator[str]:
    yield f"\n[indicator.{quoted(indicator.key)}]"
    for name in ("weight", "low", "high"):
        value = getattr(indicator, name)
        if value is not None:
            yield f"{name} = {value!r}"
    for name in ("factor", "title", "evidence", "desired", "advice"):
        if getattr(indicator, name):
            yield f"{name} = {quoted(getattr(indicator, name))}"
    if indicator.optional:
        yield "optional = true"


def quoted(text: str) -> str:
    r"""Return a TOML string; a control character is written by its number.

    What is no character (half of a pair, as in the name of a file that is not UTF-8) is spelt out.

    >>> quoted('a "b"\n')
    '"a \\"b\\"\\n"'
    """
    writable = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return json.dumps(writable, ensure_ascii=False).replace("\x7f", "\\u007f")
