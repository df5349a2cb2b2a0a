"""The knowledge of this package: TOML files beside the code, read once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def knowledge(name: str) -> Mapping[str, Any]:
    """Return the content of ``name.toml``."""
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


@cache
def pattern(*alternatives: str) -> re.Pattern[str] | None:
    """Return one pattern for several alternatives, or ``None`` for none."""
    return re.compile("|".join(f"(?:{one})" for one in alternatives)) if alternatives else None
