"""Where a finding stands, as SARIF writes it: addresses relative to the working directory.

Not for people's forms; those write ``file.py:12``.
"""

from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from urllib.parse import quote

from reproscope.core import JSON, Location
from reproscope.core.target import is_address
from reproscope.core.visible import visible


def within(target: str | None, place: Location) -> Location:
    """Put a directory in front of a path below it, where several targets have such a path.

    >>> [within("a", Location(path=path)).path for path in ("train.py", "a", "/c")]
    ['a/train.py', 'a', '/c']
    >>> within("https://host/code", Location(path="train.py")).path
    'train.py'
    """
    path = PurePosixPath(place.path or "")
    if target is None or is_address(target) or path == PurePosixPath(target):
        return place
    return replace(place, path=str(PurePosixPath(target) / path))


def location(place: Location) -> dict[str, JSON]:
    """Write a place as a SARIF location."""
    region: dict[str, JSON] = {"startLine": place.line or 1}
    if place.end_line is not None:
        region["endLine"] = place.end_line
    elif place.column is not None:
        region["startColumn"] = place.column
    if place.quote:
        region["snippet"] = {"text": visible(place.quote)}
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": relative_uri(place.path or "")},
            "region": region,
        }
    }


def relative_uri(path: str) -> str:
    r"""Write a path as a URI, relative to the working directory wherever it lies below it.

    >>> relative_uri("a b\\c.yaml"), relative_uri("./z"), relative_uri("/elsewhere/y")
    ('a%20b/c.yaml', 'z', 'file:///elsewhere/y')
    """
    posix = PureWindowsPath(path).as_posix() if "\\" in path else path
    pure = PurePosixPath(posix)
    here = PurePosixPath(Path.cwd().as_posix())
    if pure.is_relative_to(here):
        pure = pure.relative_to(here)
    root = "file://" if pure.is_absolute() else ""
    return root + quote(str(pure).encode("utf-8", "surrogatepass"), safe="/")
