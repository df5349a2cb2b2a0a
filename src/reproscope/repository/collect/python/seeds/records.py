"""What a source does with randomness: uses, seedings with the origin of their value, switches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from reproscope.repository.collect.python.spots import Spot

Kind = Literal[
    "constant",  # 42, or a name that stands for it
    "default",  # the default of a function's parameter
    "flag",  # the default of a command-line flag, an environment variable or a look-up
    "loop",  # one of several values that a loop goes through
    "required",  # whoever calls the program must give it
    "open",  # a flag or parameter that is None unless given
    "none",  # None, or nothing where something could be
    "clock",  # the time, the operating system's entropy
    "drawn",  # a number drawn from another generator
    "parameter",  # whatever the caller of the function hands over
    "elsewhere",  # a name or attribute that other modules may explain
    "unknown",
]
Role = Literal["generator", "layer", "estimator", "split"]
FIXED = frozenset({"constant", "default", "flag", "loop"})
LOOSE = frozenset({"none", "clock"})


@dataclass(frozen=True, slots=True)
class Value:
    """Where a seed's value comes from; `reference` names the parameter, flag or family."""

    kind: Kind
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Use:
    """A call that draws random numbers; `own` is the seed it is given itself."""

    family: str
    role: Role
    name: str
    spot: Spot
    own: Value | None = None


@dataclass(frozen=True, slots=True)
class Seeding:
    """A call that seeds families; `scope` is the function around it, empty for the module."""

    families: tuple[str, ...]
    name: str
    spot: Spot
    value: Value
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Handed:
    """A call of a function that may seed: the values it is given, by position and keyword."""

    name: str
    spot: Spot
    scope: str
    plain: tuple[Value, ...] = ()
    named: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Loader:
    """A data loader, whether it has workers of its own, and what is done for their seeds.

    `everywhere` is no loader but a call that seeds the workers of all.
    """

    spot: Spot
    workers: bool | None
    seeded: bool
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch for deterministic computation, and whether it is set that way."""

    name: str
    on: bool
    spot: Spot


@dataclass(frozen=True, slots=True)
class Seeds:
    """All that one source says about randomness.

    `named` are values of flags, constants and attributes under names that speak of seeds, for the
    modules that refer to them; `parameters` the parameters of functions that seed.
    """

    uses: tuple[Use, ...] = ()
    seedings: tuple[Seeding, ...] = ()
    handed: tuple[Handed, ...] = ()
    loaders: tuple[Loader, ...] = ()
    switches: tuple[Switch, ...] = ()
    several: tuple[Spot, ...] = ()
    named: dict[str, Value] = field(default_factory=dict)
    parameters: dict[str, tuple[str, ...]] = field(default_factory=dict)
