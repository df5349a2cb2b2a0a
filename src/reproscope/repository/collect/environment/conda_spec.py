"""One package of conda, as environments, recipes, commands and exported lists write it.

The interpreter (``python=3.8``) is a version and no library; ``pip`` itself is neither.
"""

from __future__ import annotations

from reproscope.repository.collect.environment.records import Gathered
from reproscope.repository.collect.environment.specifying import Where, conda_declared
from reproscope.repository.collect.environment.versions import python_stated

TOOLS = frozenset({"pip", "setuptools", "wheel", "conda", "mamba"})
_INTERPRETERS = frozenset({"python", "r-base", "julia"})


def conda_package(written: str, where: Where, found: Gathered) -> None:
    """Record one package; the interpreter goes to the versions."""
    one = conda_declared(written, where)
    if one.name == "python":
        stated = python_stated(where.file, where.line, one.specifier, "conda")
        found.pythons.extend([stated] if stated else [])
    elif one.name not in TOOLS | _INTERPRETERS:
        found.declarations.append(one)
