"""Known data sets that a text names: as whole words, in any case, written together or apart.

The names are in ``datasets.toml``. Names that are words too (``DROP``, ``Cora``) count only as they
are written there and only beside a word about data: "removing", "dropout" and "achieve" name none.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reproscope.repository.collect.python.parsing import Place

_WORD = re.compile(r"[A-Za-z0-9]+")
_ABOUT_DATA = re.compile(
    r"(?i)\b(?:data|data-?sets?|corpus|corpora|benchmarks?|download|train(?:ed|ing)?|test set"
    r"|evaluat\w{1,6}|nodes|images|citation network)\b"
)
_MOST_WORDS = 4


@dataclass(frozen=True, slots=True)
class Named:
    """A known data set and a place that names it; `code` if that is in a source."""

    name: str
    place: Place
    words: str
    code: bool = False


@dataclass(frozen=True, slots=True)
class _Names:
    """`whole` by the words of a name in small letters, `careful` by the words as written."""

    whole: dict[tuple[str, ...], str]
    careful: dict[tuple[str, ...], str]
    firsts: frozenset[str]


@cache
def _names() -> _Names:
    fields = tomllib.loads(Path(__file__).with_name("datasets.toml").read_text("utf-8"))
    whole: dict[tuple[str, ...], str] = {}
    careful: dict[tuple[str, ...], str] = {}
    for field in fields.values():
        pairs = [(name, name) for name in field["names"]]
        for name, others in field.get("aliases", {}).items():
            pairs += [(other, name) for other in others]
        for written, name in pairs:
            words = tuple(_WORD.findall(written.casefold()))
            whole[words] = name
            if len("".join(words)) >= 5 and not any(len(word) > 6 for word in words[1:]):
                whole.setdefault(("".join(words),), name)
        for name in field.get("careful", ()):
            careful[tuple(_WORD.findall(name))] = name
    firsts = {words[0] for words in whole} | {words[0].casefold() for words in careful}
    return _Names(whole, careful, frozenset(firsts))


def names_in(text: str, about_data: bool | None = None) -> Iterator[str]:
    """Yield the known data sets that a line names, each once, the longest where they overlap.

    >>> list(names_in("Training on CIFAR10 and Fashion MNIST while removing dropout"))
    ['CIFAR-10', 'Fashion-MNIST']
    >>> list(names_in("drop the last batch to achieve this")), list(names_in("the DROP dataset"))
    ([], ['DROP'])
    """
    names = _names()
    written = _WORD.findall(text)
    words = [word.casefold() for word in written]
    seen: set[str] = set()
    at = 0
    while at < len(words):
        step = 1
        if words[at] in names.firsts:
            for length in range(_MOST_WORDS, 0, -1):
                found = names.whole.get(tuple(words[at : at + length]))
                if found is None and names.careful.get(tuple(written[at : at + length])):
                    about = bool(_ABOUT_DATA.search(text)) if about_data is None else about_data
                    found = names.careful[tuple(written[at : at + length])] if about else None
                if found is not None:
                    step = length
                    if found not in seen:
                        seen.add(found)
                        yield found
                    break
        at += step


def named_in(
    lines: Iterable[tuple[str, Place, str]], code: bool = False, most: int = 200
) -> tuple[Named, ...]:
    """Return the first places that name each known data set.

    A line is the text to look into, where it stands, and the words to show for it.
    """
    found: dict[str, Named] = {}
    for text, place, words in lines:
        for name in names_in(text):
            if name not in found:
                found[name] = Named(name, place, words[:160], code)
        if len(found) >= most:
            break
    return tuple(found.values())
