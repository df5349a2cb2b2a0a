"""Commands that run something of the repository, and the files that documents and scripts name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import Line

_COMMAND = re.compile(
    r"(?:^|[\s;&|$`!/])(?:python[\d.]*|\$?\{?\w*(?i:python)\w*\}?|torchrun|accelerate\s+launch|deepspeed|horovodrun|mpirun|bash|sh"
    r"|dvc\s+(?:repro|exp)|fairseq-train|allennlp\s+train)\s+\S"
)
_OTHER_COMMAND = re.compile(
    r"-m\s+(?:pip|unittest|pytest|venv|virtualenv|build|ipykernel|spacy|nltk|http)|setup\.py|pytest|-V\b"
)
_OPTION = re.compile(
    r"(?:^|\s)--?(?![mcuWB]\s)[A-Za-z][\w.-]{0,40}(?:=|\s+)(?!-)\S|(?:^|\s)[\w.]{2,40}=[\w.\-\[]+"
)
_PATH = re.compile(r"[\w.-]{1,80}(?:/[\w.-]{1,80}){0,8}/?")


@dataclass(frozen=True, slots=True)
class Command:
    """A command that runs something of the repository, and the options it gives values to."""

    words: str
    options: tuple[str, ...]
    place: Place
    script: bool = False


def commands_of(lines: Iterable[Line], script: bool) -> Iterator[Command]:
    """Yield the commands of documents or scripts that run something, over their ends of line."""
    joined = ""
    start: Line | None = None
    for line in lines:
        start = start or line
        if line.place.path != start.place.path:
            joined, start = "", line
        joined = f"{joined} {line.text.rstrip(chr(92))}"[:2_000]
        if line.text.endswith("\\"):
            continue
        program = _COMMAND.search(joined)
        if program is not None and not _OTHER_COMMAND.search(joined):
            options = tuple(o.group().strip() for o in _OPTION.finditer(joined, program.end()))
            yield Command(" ".join(joined.split())[:200], options, start.place, script)
        joined, start = "", None


def mentioned_in(lines: Iterable[Line]) -> Iterator[str]:
    """Yield the names of files, and of folders with a slash, that stand in lines."""
    for line in lines:
        for path in _PATH.findall(line.text):
            *folders, name = path.strip("./").split("/")
            yield name
            yield from (f"{folder}/" for folder in (*folders, *([name] if path[-1] == "/" else [])))
