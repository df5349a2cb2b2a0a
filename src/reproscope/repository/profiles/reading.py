"""Read a profile from TOML and check it; a mistake is one line with the file and the key.

A built-in profile is named (``default``, ``loos2022``); anything with a slash or that ends in
``.toml`` is a user's file. A file looks like this::

    name = "ours"
    kind = "indicators"          # or "loos2022": the thesis's formulas with other constants
    title = "What our laboratory asks for"
    source = "where the numbers come from"

    [indicator.R101]             # a code or a name; what is not named keeps its own weight
    weight = 3
    evidence = "why so much"

    [factor.documentation]
    weight = 2
    [factor.documentation.thresholds]
    top = 0.8
    low = 0.3
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from reproscope.core import UnknownName
from reproscope.core.textfile import text_of
from reproscope.repository.judging.indicator import FACTORS
from reproscope.repository.profiles.profile import (
    KINDS,
    Band,
    FactorRule,
    IndicatorRule,
    Profile,
    Thresholds,
)
from reproscope.repository.profiles.tables import ProfileError, Table, shown

LARGEST_FILE = 1_000_000
TOP_KEYS = ("name", "kind", "title", "source", "note", "overall", "factor", "indicator", "texts")
FACTOR_KEYS = ("title", "weight", "thresholds", "note")
THRESHOLD_KEYS = ("top", "average", "low", "top-interval", "low-interval")
INDICATOR_KEYS = (
    "weight",
    "low",
    "high",
    "factor",
    "title",
    "evidence",
    "desired",
    "advice",
    "optional",
)
LOOS_FACTORS = ("SCAD", "SE", "DSA", "RSC", "MS", "HPL", "OOTB")
LOOS_SCALED = (
    "readme-length",
    "readme-links",
    "pylint",
    "code-comment-ratio",
    "imports-in-config",
    "strict-declarations",
    "public-libraries",
    "fixed-seeds",
)
LOOS_COUNTED = ("readme", "licence", "dataset", "serialisation", "logging", "build")


def built_in_names() -> tuple[str, ...]:
    """Return the names of the profiles that come along."""
    files = resources.files(__package__).iterdir()
    return tuple(sorted(Path(one.name).stem for one in files if one.name.endswith(".toml")))


def load_profile(name: str) -> Profile:
    """Return a profile by its name, or a user's by its path."""
    if name in built_in_names():
        text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
        return read_profile(text, f"{name}.toml")
    path = Path(name)
    if path.suffix != ".toml" and len(path.parts) == 1:
        raise UnknownName("profile", name, built_in_names())
    return read_profile(text_of(path, LARGEST_FILE, "profile", ProfileError), str(path))


def read_profile(text: str, file: str) -> Profile:
    """Read the text of a profile; *file* is its name in messages."""
    try:
        document = Table(file, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{file}: not TOML: {error}") from None
    except RecursionError:
        raise ProfileError(f"{file}: nested too deeply") from None
    document.refuse_unknown(TOP_KEYS)
    kind = next((one for one in KINDS if one == document.values.get("kind")), None)
    if kind is None:
        choices = " or ".join(f'"{one}"' for one in KINDS)
        raise document.wrong("kind", f"must be {choices}, not {shown(document.values.get('kind'))}")
    factors = {one.key: one for one in _factors(document, kind)}
    indicators = {one.key: one for one in _indicators(document, kind)}
    return Profile(
        name=document.text("name", "what the profile is called"),
        kind=kind,
        title=document.text("title", "one line that says what it is"),
        source=document.text("source", "where its numbers come from"),
        note=document.text("note"),
        overall=document.flag("overall", default=kind == "indicators"),
        factors=factors,
        indicators=indicators,
        texts=_texts(document.table("texts")),
        origin=file,
    )


def _factors(document: Table, kind: str) -> Iterable[FactorRule]:
    known = tuple(FACTORS) if kind == "indicators" else LOOS_FACTORS
    tables = document.table("factor")
    tables.refuse_unknown(known)
    for key in tables.values:
        table = tables.table(key)
        table.refuse_unknown(FACTOR_KEYS)
        weight = table.weight("weight")
        yield FactorRule(
            key=key,
            title=table.text("title"),
            weight=1.0 if weight is None else weight,
            thresholds=_thresholds(table.table("thresholds")),
            note=table.text("note"),
        )


def _thresholds(table: Table) -> Thresholds | None:
    if not table.values:
        return None
    table.refuse_unknown(THRESHOLD_KEYS)
    top, low, average = table.share("top"), table.share("low"), table.share("average")
    if top is None or low is None:
        raise table.wrong("top" if top is None else "low", "missing: a number from 0 to 1")
    if low > top:
        raise table.wrong("low", f"must not be above top, but {low:g} is above {top:g}")
    if average is not None and not low <= average <= top:
        raise table.wrong("average", f"must be from low to top, {low:g} to {top:g}")
    return Thresholds(
        top, low, average, table.interval("top-interval"), table.interval("low-interval")
    )


def _indicators(document: Table, kind: str) -> Iterable[IndicatorRule]:
    tables = document.table("indicator")
    if kind == "loos2022":
        tables.refuse_unknown((*LOOS_SCALED, *LOOS_COUNTED))
        for key in (*LOOS_SCALED, *LOOS_COUNTED):
            if key not in tables.values:
                raise tables.wrong(key, "missing: the formulas need its weight")
    for key in tables.values:
        table = tables.table(key)
        table.refuse_unknown(INDICATOR_KEYS)
        yield _indicator(table, key, scaled=kind == "loos2022" and key in LOOS_SCALED)


def _indicator(table: Table, key: str, *, scaled: bool) -> IndicatorRule:
    weight, low, high = table.weight("weight"), table.number("low"), table.number("high")
    if weight is None:
        raise table.wrong("weight", "missing: a number, 0 or more")
    if scaled and (low is None or high is None):
        raise table.wrong("low" if low is None else "high", "missing: a number")
    if low is not None and high is not None and low >= high:
        raise table.wrong("high", f"must be above low, but {high:g} is not above {low:g}")
    texts = {name: table.text(name) for name in INDICATOR_KEYS[3:8]}
    return IndicatorRule(key, weight, low, high, **texts, optional=table.flag("optional", False))


def _texts(table: Table) -> dict[Band, str]:
    table.refuse_unknown(tuple(band.value for band in Band))
    return {Band(key): table.text(key, "the words for such a score") for key in table.values}
