"""What a document speaks of, by headings, words and commands: installing, running, data, hardware…

``topics.toml`` says how each topic is recognised. A strong passage says the thing; a weak one only
touches it. Whether that is enough is for an indicator to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

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
Pattern = re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Topic:
    """How a topic is recognised; `needs` is what a section must hold to say it, not only name it.

    A passage of prose in which `unless` is found does not count.
    """

    name: str
    heading: Pattern
    weak_heading: Pattern
    words: Pattern
    weak_words: Pattern
    command: Pattern
    needs: Pattern
    unless: Pattern


@cache
def topics() -> tuple[Topic, ...]:
    """Return every topic of ``topics.toml``."""
    keys = ("heading", "weak_heading", "words", "weak_words", "command", "needs", "unless")
    return tuple(
        Topic(name, *(_joined(entry.get(key, ())) for key in keys))
        for name, entry in knowledge("topics")["topic"].items()
    )


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
        shown = ("prose", "table", "heading")
        pairs = zip(self.lines, self.kinds, strict=True)
        return "\n".join(line if kind in shown else "" for line, kind in pairs).lower()


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
    pairs: tuple[tuple[Strength, Pattern], ...] = (
        ("strong", topic.words),
        ("weak", topic.weak_words),
    )
    for strength, words in pairs:
        count, position, line, before = 0, 0, 1, 0
        for match in words.finditer(prose) if words else ():
            line += prose.count("\n", position, match.start())
            position = match.start()
            text = reading.lines[line - 1]
            if line == before:
                continue
            if topic.unless is not None and topic.unless.search(text.lower()):
                continue
            before = line
            yield Mention(topic.name, strength, line, _around(text, match[0]), "words")
            count += 1
            if count >= _MOST_MENTIONS:
                break


def _around(line: str, found: str) -> str:
    """Return the part of a line that was recognised, with some of what stands around it."""
    at = max(0, line.lower().find(found.split("\n")[0]) - 40)
    return line[at : at + _MOST_TEXT].strip()
