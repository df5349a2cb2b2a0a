"""Evidence and where it stands, so that someone who disagrees can check in seconds.

Evidence is a fact that was seen; what it means is said by a ``reproscope.core.Finding``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from reproscope.core.jsonvalue import JSON, json_mapping


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a file (``path``, ``line``, ``column``) or in a paper (``page``, ``quote``)."""

    path: str | None = None
    line: int | None = None
    end_line: int | None = None
    column: int | None = None
    page: int | None = None
    quote: str | None = None

    def __post_init__(self) -> None:
        for name in ("line", "end_line", "column", "page"):
            number = getattr(self, name)
            if number is not None and number < 1:
                raise ValueError(f"{name} counts from 1, got {number}")
        if self.end_line is not None and (self.line is None or self.end_line < self.line):
            raise ValueError(f"end_line {self.end_line} needs a line that is not after it")

    def __str__(self) -> str:
        """Write the place the way editors and people do: ``file.yaml:12:3, page 4``."""
        place = self.path or ""
        if self.line is not None:
            lines = f"{self.line}"
            if self.end_line is not None and self.end_line != self.line:
                lines += f"-{self.end_line}"
            elif self.column is not None:
                lines += f":{self.column}"
            place = f"{place}:{lines}" if place else f"line {lines}"
        page = "" if self.page is None else f"page {self.page}"
        return ", ".join(part for part in (place, page) if part)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One fact: its kind (``witness``, ``quote``, ``file``, …), the words, the place, the data."""

    kind: str
    text: str
    location: Location | None = None
    data: Mapping[str, JSON] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", json_mapping(self.data, "data"))
