"""What a room must offer so that ``reproscope check TARGET`` can hand targets to it.

A room registers an object of this kind under the entry-point group ``reproscope.targets``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from reproscope.core.jsonvalue import JSON, json_mapping
from reproscope.core.report import Report

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|[\w.+-]+::|[\w.-]{1,64}@[\w.-]{1,253}:[^\s:]")


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What the caller allows and wishes: seconds, network, profile, settings of the room."""

    time_limit: float | None = None
    online: bool = False
    profile: str = "default"
    settings: Mapping[str, JSON] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if self.time_limit is not None and not self.time_limit > 0:
            raise ValueError(f"time_limit must be positive, got {self.time_limit}")
        object.__setattr__(self, "settings", json_mapping(self.settings, "settings"))


def without_credentials(target: str) -> str:
    """Return an address without user and password, anything else as it is.

    >>> without_credentials("https://me:secret@host/a.git")
    'https://host/a.git'
    """
    return re.sub(r"^([A-Za-z][A-Za-z0-9+.-]*://)[^/]*@", r"\1", target)


def is_address(text: str) -> bool:
    """Whether a text is meant as an address rather than as a path.

    >>> [is_address(t) for t in ("https://a.b/c", "git@a.b:c/d", "ext::sh", "c:/x", "data")]
    [True, True, True, False, False]
    """
    return _ADDRESS.match(text) is not None


@runtime_checkable
class TargetKind(Protocol):
    """A kind of target, such as a claims file, and how it is checked."""

    @property
    def name(self) -> str:
        """A short name, such as ``claims``."""
        ...

    @property
    def description(self) -> str:
        """One line for the message that lists what can be checked."""
        ...

    def fits(self, target: str) -> bool:
        """Whether this kind can check *target*: cheap, offline, and never raises."""
        ...

    def check(self, target: str, options: CheckOptions) -> Report:
        """Check *target*; raise ReproscopeError when it cannot be read."""
        ...
