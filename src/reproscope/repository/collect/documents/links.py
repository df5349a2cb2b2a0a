"""Links of a document: addresses of the web, files of the repository, badges.

A file's name such as ``model.pt`` or ``run.sh`` is no link; an address counts once however often it
is written; addresses inside code belong to commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from reproscope.repository.collect.documents.document import Badge, FileLink, Hyperlink, LineKind
from reproscope.repository.collect.documents.knowledge import knowledge

_MOST_LINKS = 2_000
_ADDRESS = re.compile(r"https?://[^\s<>\"'`|\\^{}\[\]]+", re.IGNORECASE)
_TARGET = re.compile(r"\]\(\s*<?([^()\s<>]+)")
_DEFINITION = re.compile(r"^\s{0,3}\[[^\]]{1,200}\]:\s*<?([^\s<>]+)")
_ATTRIBUTE = re.compile(r"(?:href|src)\s*=\s*[\"']([^\"'\s]+)[\"']", re.IGNORECASE)
_RESTRUCTURED = re.compile(r"`[^`<>]{0,300}<([^<>`\s]+)>`__?|^\.\. (?:image|figure):: (\S+)")
_CODE_SPAN = re.compile(r"(`+)(?!`)[^`]{1,500}\1(?!`)")
_IMAGE_BEFORE = re.compile(r"(?:!\[[^\[\]]{0,300}\]\(\s*<?|src\s*=\s*[\"']|image::?\s?)$", re.I)
_LABEL = re.compile(r"[\w-]{1,63}", re.ASCII)
_LEFTOVER = re.compile(r"[\w]{3,}")
_IMAGE_LINK = re.compile(r"\[?!\[[^\]]{0,300}\]\([^)]{0,2000}\)(?:\]\([^)]{0,2000}\))?")
_TAGS = re.compile(r"<[^<>]{0,2000}>")


@dataclass
class Linked:
    """What was found: each address once, how often addresses stand there, files, badges."""

    links: list[Hyperlink] = field(default_factory=list)
    occurrences: int = 0
    files: list[FileLink] = field(default_factory=list)
    badges: list[Badge] = field(default_factory=list)


def linked(lines: Sequence[str], kinds: list[LineKind]) -> Linked:
    """Return the links of a document; a line of nothing but badges is marked as one."""
    found = Linked()
    seen: set[str] = set()
    names: set[str] = set()
    for number, (line, kind) in enumerate(zip(lines, kinds, strict=True), 1):
        if kind in ("code", "blank", "hidden"):
            continue
        text = _CODE_SPAN.sub(" ", line) if "`" in line and "<" not in line else line
        badges = 0
        for link in _addresses(text, number):
            found.occurrences += 1
            badges += _note(found, seen, link)
        for path in _files(text):
            if path not in names and len(names) < _MOST_LINKS:
                names.add(path)
                found.files.append(FileLink(path, number))
        if badges and kind in ("prose", "table") and not _LEFTOVER.search(_without_images(text)):
            kinds[number - 1] = "badge"
    return found


def _note(found: Linked, seen: set[str], link: Hyperlink) -> bool:
    """Note a link unless it is there already; return whether it is a badge."""
    badge = badge_of(link)
    if badge is not None:
        found.badges.append(badge)
    key = link_key(link.url)
    if key not in seen and len(found.links) < _MOST_LINKS:
        seen.add(key)
        found.links.append(link)
    return badge is not None


def link_key(url: str) -> str:
    """Return what two spellings of one address share.

    >>> link_key("https://Arxiv.org/abs/1/") == link_key("https://arxiv.org/abs/1#top")
    True
    """
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme.casefold()}://{host.casefold()}{slash}{path.partition('#')[0]}".rstrip("/")


def _addresses(line: str, number: int) -> Iterator[Hyperlink]:
    if "://" not in line:
        return
    for match in _ADDRESS.finditer(line):
        url = _trimmed(match[0])
        if _is_local(url):
            continue
        before = line[max(0, match.start() - 320) : match.start()]
        yield Hyperlink(url, number, bool(_IMAGE_BEFORE.search(before)), host_is_valid(url))


def _trimmed(url: str) -> str:
    """Drop what belongs to the sentence: a full stop, a bracket that was never opened."""
    while url:
        if url[-1] in ".,;:!?*_~":
            url = url[:-1]
        elif url[-1] == ")" and url.count("(") < url.count(")"):
            head = url.rpartition(")")[0]
            url = head if url.count(")") - url.count("(") == 1 else url[: url.index(")")]
        else:
            break
    if ")" in url and "(" not in url:  # the address of an image inside another link
        url = url[: url.index(")")]
    return url


def _is_local(url: str) -> bool:
    """Whether an address means the reader's own machine, or is only a pattern to fill in."""
    host = url.partition("://")[2].partition("/")[0].partition(":")[0].casefold()
    return host in ("localhost", "127.0.0.1", "0.0.0.0", "") or host.startswith(("your", "$"))


def host_is_valid(url: str) -> bool:
    """Whether an address has a host that could exist.

    >>> host_is_valid("http://.com/"), host_is_valid("https://zenodo.org/record/1")
    (False, True)
    """
    try:
        host = urlsplit(url).hostname or ""
        host = host.encode("idna").decode("ascii") if not host.isascii() else host
    except (ValueError, UnicodeError):
        return False
    if ":" in host:
        return True
    labels = host.rstrip(".").split(".")
    return len(labels) > 1 and all(_LABEL.fullmatch(label) for label in labels)


def _files(line: str) -> Iterator[str]:
    """Yield the targets of links that are no addresses: files of the repository."""
    marks = ((_TARGET, "]("), (_DEFINITION, "]:"), (_ATTRIBUTE, "="), (_RESTRUCTURED, ">`"))
    for expression, mark in (*marks, (_RESTRUCTURED, ".. ")):
        if mark not in line:
            continue
        for match in expression.finditer(line):
            target = next(group for group in match.groups() if group)
            path = target.partition("#")[0].partition("?")[0]
            if path and ":" not in path and not path.startswith("//") and "@" not in path:
                yield path


def badge_of(link: Hyperlink) -> Badge | None:
    """Return which badge an address is, by ``badges.toml``: an image, or a link that launches."""
    low = link.url.casefold()
    if not link.image and "binder" not in low and "colab" not in low:
        return None
    for entry in knowledge("badges")["badge"]:
        if any(part in low for part in entry["contains"]):
            return Badge(entry["kind"], link.url, link.line)
    return None


def _without_images(line: str) -> str:
    return _TAGS.sub(" ", _IMAGE_LINK.sub(" ", line))
