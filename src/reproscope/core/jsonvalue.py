"""The values that JSON can hold, and the copy that keeps them from being changed afterwards.

Not for reading or writing JSON text: ``reproscope.report.json`` does that.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias

JSON: TypeAlias = "bool | int | float | str | Sequence[JSON] | Mapping[str, JSON] | None"


def json_copy(value: object, where: str = "value") -> JSON:
    """Copy *value* deeply, lists as tuples, and refuse what JSON cannot hold.

    >>> json_copy({"tp": [1, 2]})
    {'tp': (1, 2)}
    >>> json_copy({"tp": {1, 2}})
    Traceback (most recent call last):
    TypeError: value.tp: set is not a JSON value
    """
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{where}: {value} is not a JSON number")
    # An enumeration member must come out as the plain value it stands for.
    for plain in (bool, int, float, str):
        if isinstance(value, plain):
            return plain(value)
    if value is None:
        return None
    if isinstance(value, Mapping):
        return json_mapping(value, where)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return tuple(json_copy(item, f"{where}[{i}]") for i, item in enumerate(value))
    raise TypeError(f"{where}: {type(value).__name__} is not a JSON value")


def json_mapping(value: Mapping[str, object], where: str = "value") -> Mapping[str, JSON]:
    """Copy a mapping with text keys deeply, as ``json_copy`` does."""
    copied: dict[str, JSON] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise TypeError(f"{where}: key {key!r} is not text")
        copied[str(key)] = json_copy(item, f"{where}.{key}")
    return copied
