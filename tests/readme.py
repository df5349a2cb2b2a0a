"""Reruns the commands that README.md and docs/ show and puts their real output below them.

A block is ``<!-- run: reproscope … -->`` followed by a fenced block. ``make readme`` refreshes the
files; ``tests/test_readme.py`` fails when one is out of date. Commands run in the project's folder;
those of a page with ``<!-- walk -->`` run in their order in a folder of their own, so that each
finds what those before it left.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

BLOCK = re.compile(
    r"(?P<mark><!-- run: (?P<command>reproscope [^\n]*?) -->\n+)```(?P<tag>\w*)\n.*?^```$",
    re.DOTALL | re.MULTILINE,
)
# What differs from machine to machine and says nothing about the tool.
CHANGING = (
    (re.compile(r"Python \d+\.\d+\.\d+\w*"), "Python 3.11"),
    (re.compile(r"\b(numpy) \d[\w.]*"), r"\1 2"),
    (re.compile(r"\b(pylint) \d[\w.]*"), r"\1 4"),
    (re.compile(r"\b\d+(\.\d+)? (s|ms|seconds)\b"), r"0.1 \2"),
    (re.compile(r"\b20\d\d-\d\d-\d\d \d\d:\d\d\b"), "2026-11-18 12:00"),
)
WALK = "<!-- walk -->"
# A witness is one of many, and which one a search meets may differ with the machine's arithmetic.
WITNESS = re.compile(r"\b(tp|fn|fp|tn)=\d+")
EPOCH = "1795000000"
ROOT = Path(__file__).parents[1]


def pages() -> list[Path]:
    """Return every page that shows output: README.md and those of docs/ with a block."""
    written = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in written if BLOCK.search(page.read_text(encoding="utf-8"))]


def commands(text: str) -> Iterator[str]:
    """Yield the commands of the blocks, in order."""
    for match in BLOCK.finditer(text):
        yield match["command"]


def refreshed(text: str, root: Path) -> str:
    """Return the text with every block's output made anew."""
    return BLOCK.sub(lambda match: _block(match, root), text)


def renewed(page: str, root: Path) -> str:
    """Return a page's text with its output made anew, a walk's in a folder of its own."""
    if WALK not in page:
        return refreshed(page, root)
    with TemporaryDirectory() as folder:
        return refreshed(page, Path(folder))


def without_witness(text: str) -> str:
    """Return a text with the counts of witnesses left out."""
    return WITNESS.sub(r"\1=…", text)


def _block(match: re.Match[str], root: Path) -> str:
    command = match["command"]
    shown = output(command, root)
    tag = match["tag"]
    prompt = f"$ {command}\n" if tag in ("", "console", "text") else ""
    return f"{match['mark']}```{tag}\n{prompt}{shown}```"


def output(command: str, root: Path) -> str:
    """Run one command as a reader would, and return what it prints."""
    arguments = shlex.split(command)[1:]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH, "NO_COLOR": "1", "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, "-m", "reproscope", *arguments],
        cwd=root,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        timeout=300,
    )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command}: exit status {done.returncode}: {done.stderr}")
    shown = done.stdout
    for pattern, instead in CHANGING:
        shown = pattern.sub(instead, shown)
    return shown


def main() -> None:
    """Refresh every page that shows output."""
    for page in pages():
        page.write_text(renewed(page.read_text(encoding="utf-8"), ROOT), encoding="utf-8")


if __name__ == "__main__":
    main()
