"""What several rooms' tests need: a command line to call, and plug-ins really installed."""

import importlib
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from reproscope.cli.main import run

# How long one example takes is no property of the code: the first imports whole libraries.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@dataclass(frozen=True)
class Run:
    """How one run of the command line ended."""

    status: int
    stdout: str
    stderr: str


@pytest.fixture
def reproscope(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Run the command line in this process."""

    def call(*arguments: str | Path) -> Run:
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Run(status, captured.out, captured.err)

    return call


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Install a plug-in: a module and the metadata that registers one entry point of it."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    modules: list[str] = []

    def install(group: str, name: str, source: str, attribute: str = "VALUE") -> None:
        module = f"plugin_{name}"
        (folder / f"{module}.py").write_text(textwrap.dedent(source))
        info = folder / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {module}:{attribute}\n")
        modules.append(module)
        importlib.invalidate_caches()

    yield install
    for module in modules:
        sys.modules.pop(module, None)


@pytest.fixture
def toy_target(plugin: Callable[..., None]) -> None:
    """A kind of target for files that end in ``.toy``: each line is a level and a subject."""
    plugin(
        "reproscope.targets",
        "toy",
        """
        from pathlib import Path

        from reproscope.core import Finding, Level, Report, ReproscopeError, Verdict

        class Toy:
            name = "toy"
            description = "a file that ends in .toy"

            def fits(self, target):
                return target.endswith(".toy")

            def check(self, target, options):
                text = Path(target).read_text()
                if text == "bad":
                    raise ReproscopeError(f"{target}:1: not a toy")
                if text == "bug":
                    raise ZeroDivisionError("a toy\\nbroke")
                words = [line.split() for line in text.splitlines()]
                findings = [
                    Finding("T101", subject, Verdict.INCONSISTENT, repr(options), Level(level))
                    for level, subject in words
                ]
                return Report((target,), findings, title="Toys")

        VALUE = Toy()
        """,
    )


RULE_SOURCE = '''
from reproscope.core import Rule

DOC = """{summary}

## What it does
Counts.

## Why it matters
It does.

## Known problems
{known}
"""
VALUE = [Rule.from_docstring(code="{code}", name="{name}", room="toys", module_doc=DOC)]
'''


@pytest.fixture
def toy_rule(plugin: Callable[..., None]) -> Callable[..., None]:
    """Install a plug-in with one rule."""

    def install(name: str = "toy-rule", code: str = "T101", known: str = "It is a toy.") -> None:
        source = RULE_SOURCE.format(
            code=code, name=name, known=known, summary="Looks at toys | <b>closely</b>"
        )
        plugin("reproscope.rules", name.replace("-", "_"), source)

    return install
