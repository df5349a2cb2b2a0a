"""Writes a claims file that a person can correct: what was not said is left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

import yaml

from reproscope.scores.claims.description import Data, Description, Evaluation, Image, Paper
from reproscope.scores.claims.reading import SCHEMA


def dump(claims: Iterable[Description], paper: Paper | None = None) -> str:
    """Return a claims file as text; ``read`` gives the same descriptions back."""
    whole: dict[str, Any] = {"schema": SCHEMA}
    if paper is not None and (said := _said(paper)):
        whole["paper"] = said
    whole["claims"] = [_entry(claim) for claim in claims]
    return yaml.safe_dump(whole, sort_keys=False, allow_unicode=True, width=100)


def _entry(claim: Description) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": claim.id, "where": _said(claim.where)}
    entry["data"] = _said(claim.data)
    entry["evaluation"] = _said(claim.evaluation)
    entry["scores"] = dict(claim.scores)
    entry.update(_said(claim.printing))
    entry["note"] = claim.note
    return {key: value for key, value in entry.items() if value not in ("", {})}


def _said(value: Any) -> dict[str, Any]:
    """Return the fields that say something, in the file's spelling."""
    named = ((f.name.replace("_", "-"), getattr(value, f.name)) for f in fields(value))
    return {name: _plain(item) for name, item in named if item not in (None, "", (), {})}


def _plain(value: Any) -> Any:
    if isinstance(value, Image):
        return _said(value)
    if isinstance(value, Fraction):
        return _decimal(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple):
        return [_set(*item) if _is_set(item) else _plain(item) for item in value]
    return value


def _is_set(item: Any) -> bool:
    return isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], Data)


def _set(data: Data, evaluation: Evaluation) -> dict[str, Any]:
    return {**_said(data), **_said(evaluation)}


def _decimal(value: Fraction) -> str:
    """Write an epsilon as the decimal it was read from."""
    digits = 0
    while (value * 10**digits).denominator != 1 and digits < 100:
        digits += 1
    return f"{int(value * 10**digits)}e-{digits}"
