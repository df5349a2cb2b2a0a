"""The two libraries of the extra ``calibrate``, imported late, with one line where they lack."""

from __future__ import annotations

import importlib
from typing import Any

from reproscope.core import ReproscopeError


def needed(module: str) -> Any:
    """Return a module of scipy or scikit-learn, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        library = {"sklearn": "scikit-learn"}.get(module.partition(".")[0], "scipy")
        raise ReproscopeError(
            f"calibrating needs {library}: install 'reproscope[calibrate]' ({error})"
        ) from None
