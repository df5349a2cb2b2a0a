"""Lets uv find out whether the declared requirements fit together; only ever called when asked.

uv never sees the repository: it gets a file that is written here from parsed requirements, in an
empty directory, without any configuration, and may use wheels alone, so that nothing is built.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from reproscope.repository.collect.environment.pip_index import Indexes, configured
from reproscope.repository.collect.environment.records import (
    Declaration,
    Environment,
    Resolution,
)
from reproscope.repository.collect.environment.uv_process import (
    command_of,
    read_answer,
    run,
    variables_of,
)

_ORDER = ("requirements.txt", "pyproject.toml", "setup.cfg", "setup.py", "pipfile")
_PIP_FORMATS = {"requirements", "pyproject", "poetry", "setup.cfg", "setup.py", "pipfile"}
_RELEASED = {
    "3.6": "2016-12-23",
    "3.7": "2018-06-27",
    "3.8": "2019-10-14",
    "3.9": "2020-10-05",
    "3.10": "2021-10-04",
    "3.11": "2022-10-24",
    "3.12": "2023-10-02",
    "3.13": "2024-10-07",
    "3.14": "2025-10-07",
}
_NOTHING = "Conda packages, paths and URLs are not asked for, and nothing else is declared."
_GET = "uv is not installed: `pip install reproscope[resolve]` brings it."


@dataclass(frozen=True, slots=True)
class Question:
    """What uv is asked: the requirements, where they stand, and what was left out."""

    requirements: tuple[str, ...]
    constraints: tuple[str, ...]
    files: tuple[str, ...]
    left_out: tuple[str, ...]


def with_resolution(
    environment: Environment,
    committed: str | None = None,
    *,
    uv: str | None = None,
    indexes: Indexes | None = None,
    limit: float = 120.0,
) -> Environment:
    """Return the environment with uv's answers for today and for the day of the commit."""
    question = asked(environment)
    today = python_for(environment, None)
    if not question.requirements:
        if not any(one.language == "python" for one in environment.of("runtime")):
            return environment
        answer = Resolution("unknown", today, None, question.files, text=_NOTHING)
        return replace(environment, resolutions=(answer,))
    program = uv or found_uv()
    if program is None:
        answer = Resolution("unknown", today, None, question.files, text=_GET)
        return replace(environment, resolutions=(answer,))
    stated = any(v.pinned in ("exact", "bounded") for v in environment.pythons)
    ask = _Asking(program, question, indexes or configured(), limit, stated)
    answers = [ask.resolved(today, None)]
    if committed:
        then = python_for(environment, committed[:10])
        answers.append(ask.resolved(then, committed[:10]))
        if answers[0].status != "resolved" and then != today:
            answers.append(ask.resolved(then, None))
    return replace(environment, resolutions=tuple(answers))


def found_uv() -> str | None:
    """Return the path of uv: beside this Python, or on the path."""
    name = "uv.exe" if sys.platform == "win32" else "uv"
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.is_file() else shutil.which("uv")


def asked(environment: Environment) -> Question:
    """Return the requirements of the first main file nearest to the root, and of its includes."""
    usable = [
        d for d in environment.of("runtime") if d.format in _PIP_FORMATS and d.language == "python"
    ]
    if not usable:
        return Question((), (), (), ())
    files = _main_files(environment, usable)
    chosen = [d for d in environment.of("runtime", "constraint") if d.file in files]
    lines: dict[str, list[str]] = {"runtime": [], "constraint": []}
    left_out = []
    for one in chosen:
        line = written(one)
        if line is not None:
            lines[one.kind].append(line)
        elif one.specifier not in ("@ .", "@ ./"):
            left_out.append(f"{one.name or one.specifier} ({one.file}:{one.line})")
    runtime, limits = (tuple(dict.fromkeys(listed)) for listed in lines.values())
    return Question(runtime, limits, tuple(sorted(files)), tuple(left_out))


def _main_files(environment: Environment, usable: Iterable[Declaration]) -> set[str]:
    def rank(path: str) -> tuple[int, int, str]:
        name = PurePosixPath(path).name.casefold()
        order = _ORDER.index(name) if name in _ORDER else len(_ORDER)
        return path.count("/"), order, path

    reading = {r.file for r in environment.references if r.goal}
    files = {min({d.file for d in usable} | reading, key=rank)}
    for _ in range(10):
        files |= {r.goal for r in environment.references if r.file in files and r.goal}
    return files


def written(one: Declaration) -> str | None:
    """Return a requirement anew from its parts; ``None`` for paths, URLs and what is not one.

    >>> written(Declaration("r.txt", 1, "torch", "==1.9.0", extras=("a",)))
    'torch[a]==1.9.0'
    """
    if not one.name or one.pinned in ("path", "unknown") or one.specifier.startswith("@"):
        return None
    extras = f"[{','.join(one.extras)}]" if one.extras else ""
    marker = f" ; {one.marker}" if one.marker else ""
    try:
        return str(Requirement(f"{one.name}{extras}{one.specifier}{marker}"))
    except InvalidRequirement:
        return None


def python_for(environment: Environment, day: str | None) -> str:
    """Return the Python to resolve for: the stated one, else the usual one of that day."""
    stated = [v.specifier for v in environment.pythons if v.specifier]
    limited = [v.specifier for v in environment.pythons if v.pinned in ("exact", "bounded")]
    usual = _usual(day)
    for specifier in (*limited, *stated):
        fitting = [v for v in _RELEASED if _fits(SpecifierSet(specifier), v)]
        if fitting:
            return usual if usual in fitting else max(fitting, key=Version)
    return usual


def _fits(specifiers: SpecifierSet, minor: str) -> bool:
    return any(specifiers.contains(f"{minor}.{patch}") for patch in range(0, 30))


def _usual(day: str | None) -> str:
    """Return the running Python, or the newest that was half a year old on a day."""
    if day is None:
        return f"{sys.version_info.major}.{sys.version_info.minor}"
    year, month = int(day[:4]), int(day[5:7]) - 6
    before = f"{year - (month < 1)}-{month + 12 * (month < 1):02d}-{day[8:10]}"
    old = [v for v, released in _RELEASED.items() if released <= before]
    return old[-1] if old else "3.6"


@dataclass(frozen=True, slots=True)
class _Asking:
    program: str
    question: Question
    indexes: Indexes
    limit: float
    python_stated: bool

    def resolved(self, python: str, day: str | None) -> Resolution:
        """Return the answer for one Python and one day."""
        question = self.question
        with tempfile.TemporaryDirectory(prefix="reproscope-") as directory:
            for name, lines in (("asked", question.requirements), ("limits", question.constraints)):
                (Path(directory) / f"{name}.in").write_text("\n".join(lines) + "\n", "utf-8")
            command = command_of(
                self.program, python, day, self.indexes, bool(question.constraints)
            )
            code, out, err = run(command, directory, variables_of(self.indexes), self.limit)
        packages = len(re.findall(r"^[a-z0-9][\w.-]*==", out, re.MULTILINE))
        status, text = read_answer(code, err, day)
        number = packages if status == "resolved" else 0
        return Resolution(
            status,
            python,
            day,
            question.files,
            len(question.requirements),
            number,
            text,
            question.left_out,
            self.python_stated,
        )
