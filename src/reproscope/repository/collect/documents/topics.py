"""What a document speaks of, by headings, words and commands: installing, running, data, hardware…

``topics.toml`` says how each topic is recognised. A strong passage says the thing; a weak one only
touches it. Whether that is enough is for an indicator to judge.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate

from reproscope.repository.collect.documents.document import (
    Command,
    LineKind,
    Mention,
    Section,
    Strength,
)
from reproscope.repository.collect.documents.knowledge import knowledge

_MOST_MENTIONS = 12
_MOST_TEXT = 160
_WRAPPED = 50
_PROSE = ("prose", "table", "heading")
Pattern = re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Topic:
    """How a topic is recognised; `needs` is what a section must hold to say it, not only name it.

    A passage of prose in which `unless` is found does not count. Patterns over every line would be
    slow: only lines that hold a part of `gate` are tried.
    """

    name: str
    heading: Pattern
    weak_heading: Pattern
    words: Pattern
    weak_words: Pattern
    command: Pattern
    needs: Pattern
    unless: Pattern
    gate: tuple[str, ...] = ()


@cache
def topics() -> tuple[Topic, ...]:
    """Return every topic of ``topics.toml``."""
    return tuple(_topic(name, entry) for name, entry in knowledge("topics")["topic"].items())


def _topic(name: str, entry: Mapping[str, Sequence[str]]) -> Topic:
    keys = ("heading", "weak_heading", "words", "weak_words", "command", "needs", "unless")
    patterns = {key: _joined(entry.get(key, ())) for key in keys}
    return Topic(name=name, gate=tuple(entry.get("gate", ())), **patterns)


def _joined(patterns: Sequence[str]) -> Pattern:
    return re.compile("|".join(f"(?:{one})" for one in patterns)) if patterns else None


@dataclass(frozen=True)
class Reading:
    """What there is to recognise topics in."""

    lines: Sequence[str]
    kinds: Sequence[LineKind]
    sections: Sequence[Section]
    commands: Sequence[Command]

    def prose(self) -> str:
        """Return the text in small letters with its lines in place, and code left empty."""
        pairs = zip(self.lines, self.kinds, strict=True)
        return "\n".join(line.lower() if kind in _PROSE else "" for line, kind in pairs)


def mentions_of(reading: Reading) -> tuple[Mention, ...]:
    """Return the passages about every topic, at most a dozen each."""
    prose = reading.prose()
    found: list[Mention] = []
    for topic in topics():
        mentions = [*_by_heading(topic, reading), *_by_command(topic, reading)]
        mentions += _by_words(topic, reading, prose)
        mentions.sort(key=lambda mention: (mention.strength != "strong", mention.line))
        found += mentions[:_MOST_MENTIONS]
    return tuple(found)


def _by_heading(topic: Topic, reading: Reading) -> Iterator[Mention]:
    for section in reading.sections[_titled(reading) :]:
        title = section.title.lower()
        strong = bool(topic.heading and topic.heading.search(title))
        if not strong and not (topic.weak_heading and topic.weak_heading.search(title)):
            continue
        body = _body(reading, section)
        if body.strip():
            enough = strong and (topic.needs is None or bool(topic.needs.search(body)))
            strength: Strength = "strong" if enough else "weak"
            yield Mention(topic.name, strength, section.line, section.title[:_MOST_TEXT], "heading")


def _titled(reading: Reading) -> int:
    """Return 1 where the first heading is the title: "Train CIFAR10" is no instruction."""
    if not reading.sections:
        return 0
    title = reading.sections[0]
    above = all(section.level > title.level for section in reading.sections[1:])
    return 1 if title.level == 1 and above and title.end >= len(reading.lines) else 0


def _body(reading: Reading, section: Section) -> str:
    """Return a section's lines in small letters; a line of code begins with a tab."""
    shown = []
    for number in range(section.line, section.end):
        kind = reading.kinds[number]
        if kind == "code":
            shown.append("\t" + reading.lines[number].lower())
        elif kind in ("prose", "table", "badge"):
            shown.append(reading.lines[number].lower())
    return "\n".join(shown)


def _by_command(topic: Topic, reading: Reading) -> Iterator[Mention]:
    if topic.command is None:
        return
    for command in reading.commands:
        if topic.command.search(" ".join(command.words)):
            yield Mention(topic.name, "strong", command.line, command.text[:_MOST_TEXT], "command")


def _by_words(topic: Topic, reading: Reading, prose: str) -> Iterator[Mention]:
    count = 0
    for number in _gated(topic, prose) if topic.words or topic.weak_words else ():
        if reading.kinds[number] not in _PROSE:
            continue
        line = reading.lines[number].lower()
        low = line
        if reading.kinds[number] == "table":  # a table's head is read with its first rows
            low = "\n".join(line.lower() for line in reading.lines[number : number + 3])
        elif _goes_on(reading, number):
            low = f"{line.rstrip()} {reading.lines[number + 1].lower().strip()}"
        strong = _found(topic.words, low, len(line))
        found = strong or _found(topic.weak_words, low, len(line))
        if found is None or (topic.unless is not None and topic.unless.search(line + found[0])):
            continue
        text = _around(reading.lines[number], found[0])
        yield Mention(topic.name, "strong" if strong else "weak", number + 1, text, "words")
        count += 1
        if count >= _MOST_MENTIONS * 4:
            break


def _goes_on(reading: Reading, number: int) -> bool:
    """Whether a line of prose was broken in the middle of a sentence, at the usual width."""
    if reading.kinds[number : number + 2] != ("prose", "prose"):
        return False
    line, after = reading.lines[number].rstrip(), reading.lines[number + 1].lstrip()
    return len(line) >= _WRAPPED and line[-1] not in ".!?:;|" and after[:1] not in tuple("-*+>#|")


def _found(pattern: Pattern, text: str, end: int) -> re.Match[str] | None:
    """Return what is recognised, if it begins in the line that is looked at."""
    found = pattern.search(text) if pattern else None
    return found if found is not None and found.start() < end else None


def _gated(topic: Topic, prose: str) -> list[int]:
    """Return the lines, counted from 0, that hold a part of the topic's gate."""
    found: set[int] = set()
    starts = _starts(prose)
    for part in topic.gate:
        at = prose.find(part)
        while at >= 0:
            line = bisect_right(starts, at) - 1
            found.add(line)
            # The rest of this line is known to be tried: look on from the next one.
            at = prose.find(part, starts[line + 1]) if line + 1 < len(starts) else -1
    return sorted(found)


@lru_cache(maxsize=1)
def _starts(prose: str) -> list[int]:
    """Return where each line of a text begins."""
    return list(accumulate((len(line) + 1 for line in prose.split("\n")), initial=0))[:-1]


def _around(line: str, found: str) -> str:
    """Return the part of a line that was recognised, with some of what stands around it."""
    at = max(0, line.lower().find(found.split("\n")[0]) - 40)
    return line[at : at + _MOST_TEXT].strip()
