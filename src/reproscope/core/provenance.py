"""Where a report comes from: versions, profile, time, command and configuration.

It records what is needed to run the same check again, and nothing about the machine.
"""

import os
import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata

from reproscope import __version__
from reproscope.core.errors import ReproscopeError

KEY_DEPENDENCIES = ("numpy",)


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a report was made; ``created`` is a UTC time in ISO 8601."""

    tool_version: str
    python_version: str
    dependencies: Mapping[str, str] = field(default_factory=dict, hash=False)
    profile: str = "default"
    created: str = ""
    command: tuple[str, ...] = ()
    configuration: str = "built-in defaults"

    def __post_init__(self) -> None:
        object.__setattr__(self, "dependencies", dict(self.dependencies))
        object.__setattr__(self, "command", tuple(self.command))

    @classmethod
    def capture(
        cls,
        *,
        profile: str = "default",
        command: Iterable[str] = (),
        configuration: str = "built-in defaults",
        dependencies: Iterable[str] = KEY_DEPENDENCIES,
    ) -> "Provenance":
        """Record the versions that run now and the time, or SOURCE_DATE_EPOCH if it is set."""
        return cls(
            tool_version=__version__,
            python_version=platform.python_version(),
            dependencies=installed_versions(dependencies),
            profile=profile,
            created=timestamp(),
            command=tuple(command),
            configuration=configuration,
        )


def installed_versions(names: Iterable[str]) -> dict[str, str]:
    """Return the versions of those packages that are installed, in alphabetical order."""
    found: dict[str, str] = {}
    for name in sorted(set(names)):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def timestamp() -> str:
    """Return the time now in UTC to the second, or what SOURCE_DATE_EPOCH says."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        moment = datetime.now(UTC)
    else:
        try:
            moment = datetime.fromtimestamp(int(epoch), UTC)
        except (ValueError, OverflowError, OSError):
            raise ReproscopeError(
                f"SOURCE_DATE_EPOCH must be a number of seconds, got {epoch!r}"
            ) from None
    return moment.replace(microsecond=0).isoformat().replace("+00:00", "Z")
