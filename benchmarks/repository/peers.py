"""Our indicators and the peers' checks on the same repositories, against the same labels.

``python -m benchmarks.repository.peers CHECKOUTS PEERS [--write]``: CHECKOUTS as for
``accuracy.py``; PEERS holds an environment for each peer (``PEERS/rrdoctor/bin/rrdoctor``). With
``--write`` the tables go to ``PEERS.md`` beside this file. No peer that would execute the
repositories is run.
"""

from __future__ import annotations

import os
import platform
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

import reproscope
from benchmarks.repository.accuracy import Compared, compared, rates, share
from benchmarks.repository.peer_tools import Answered, Ran, asked, ran, version_of
from benchmarks.repository.slips import slips_of

HERE = Path(__file__).parent
PAGE = HERE / "PEERS.md"
REPEATS = 3


@dataclass(frozen=True)
class Beside:
    """A peer's answers and ours to the same labels, and what each run cost."""

    name: str
    theirs: tuple[Compared, ...]
    ours: tuple[Compared, ...]
    runs: tuple[Ran, ...]


def calls_missing(said: Answered, entries: list[dict[str, str]]) -> bool:
    """Tell whether one of the checks mapped to a code fired."""
    return any(
        one.check == entry["check"] and entry.get("says", "") in one.text
        for one in said.fired
        for entry in entries
    )


def beside(peer: dict[str, Any], rows: list[Compared], said: dict[str, Answered]) -> Beside:
    """Put a peer's answers next to ours, on the codes that both measure."""
    mapped: dict[str, list[dict[str, str]]] = {}
    for entry in peer["map"]:
        mapped.setdefault(entry["code"], []).append(entry)
    ours = [row for row in rows if row.code in mapped]
    theirs = [
        replace(
            row,
            answer="absent" if calls_missing(said[row.repository], mapped[row.code]) else "present",
        )
        for row in ours
    ]
    runs = tuple(run for answer in said.values() for run in answer.runs)
    return Beside(peer["name"], tuple(theirs), tuple(ours), runs)


def our_run(target: Path) -> Ran:
    """Run our command as a user would; the exit status says nothing about the run."""
    return ran([sys.executable, "-m", "reproscope", "repository", "check", str(target)])


def percent(part: int, whole: int) -> str:
    return f"{share(part, whole)} ({part / whole:.0%})" if whole else "-"


def shares_of(rows: Sequence[Compared]) -> str:
    """Return two cells: precision and recall of what is called missing."""
    r = rates(rows)
    return f"{percent(r.rightly, r.called)} | {percent(r.caught, r.missing)}"


def summary(each: list[Beside], our_runs: list[Ran]) -> Iterator[str]:
    """Yield the table of all codes taken together, peer by peer."""
    yield (
        "| peer | codes in common | whose | precision of missing | recall "
        "| hold-out: precision | recall | fresh: precision | recall |"
    )
    yield "|---|---:|---|---:|---:|---:|---:|---:|---:|"
    for one in each:
        codes = len({row.code for row in one.ours})
        for whose, rows in (("theirs", one.theirs), ("ours", one.ours)):
            parts = [rows, *([r for r in rows if r.kept_in == k] for k in ("hold-out", "fresh"))]
            shares = " | ".join(shares_of(part) for part in parts)
            yield f"| {one.name} | {codes} | {whose} | {shares} |"
    yield ""
    yield "| tool | runs | wall-clock with start-up, median s | CPU, median s |"
    yield "|---|---:|---:|---:|"
    named = [("reproscope", tuple(our_runs)), *((one.name, one.runs) for one in each)]
    for name, runs in named:
        wall, cpu = median(r.seconds for r in runs), median(r.cpu for r in runs)
        yield f"| {name} | {len(runs)} | {wall:.2f} | {cpu:.2f} |"
    yield ""
    yield (
        "Compare the CPU seconds: the tools run one after another, and other work on the machine "
        "moves the wall-clock. By CPU the peers are faster, and they ask fewer questions. "
        "reproready needs two commands for its answers; the figure is for one of them."
    )


def by_code(one: Beside, mapping: list[dict[str, str]]) -> Iterator[str]:
    """Yield a row for each code that both measure."""
    yield f"| code | {one.name}'s checks | precision theirs | ours | recall theirs | ours |"
    yield "|---|---|---:|---:|---:|---:|"
    for code in sorted({row.code for row in one.ours}):
        theirs = rates(row for row in one.theirs if row.code == code)
        ours = rates(row for row in one.ours if row.code == code)
        checks = "; ".join(f"{e['check']} ({e['why']})" for e in mapping if e["code"] == code)
        yield (
            f"| {code} | {checks} | {share(theirs.rightly, theirs.called)} "
            f"| {share(ours.rightly, ours.called)} | {share(theirs.caught, theirs.missing)} "
            f"| {share(ours.caught, ours.missing)} |"
        )


def published(table: dict[str, Any], checkouts: Path) -> Iterator[str]:
    """Yield what is known of the thesis tool, with our time on the same repositories."""
    yield "| repository | published s | ours s | its scores | what it had wrong |"
    yield "|---|---:|---:|---|---|"
    for row in table["published"]:
        target = checkouts / row["repository"].replace("/", "+")
        runs = [our_run(target).seconds for _ in range(REPEATS)] if target.is_dir() else []
        ours = f"{median(runs):.2f}" if runs else "-"
        yield (
            f"| {row['repository']} | {row['seconds']} | {ours} | {row['scores']} "
            f"| {row['wrong']} |"
        )


def measured(
    table: dict[str, Any], rows: list[Compared], checkouts: Path, peers: Path
) -> Iterator[Beside]:
    """Yield each peer beside us, its answers from the first of its runs."""
    targets = sorted({row.repository for row in rows})
    for peer in table["peer"]:
        rounds = [
            {name: asked(peers, peer["name"], checkouts / name) for name in targets}
            for _ in range(REPEATS)
        ]
        one = beside(peer, rows, rounds[0])
        later = tuple(run for said in rounds[1:] for a in said.values() for run in a.runs)
        yield Beside(one.name, one.theirs, one.ours, one.runs + later)


def opening(table: dict[str, Any], peers: Path, repositories: int) -> Iterator[str]:
    """Yield what the figures are of: date, versions, machine, and what to bear in mind."""
    names = [peer["name"] for peer in table["peer"]] + list(table["not_run"])
    versions = [f"reproscope {reproscope.__version__}"]
    versions += [f"{name} {version_of(peers, name)}" for name in names]
    yield from ("# The peers on the same repositories", "")
    yield (
        f"{date.today()}, {', '.join(versions)}, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}. {repositories} "
        "repositories, the labels of `labels/`, read by hand; *missing* is absent or partial. "
        "Made by `make bench-repository`."
    )
    yield ""
    yield (
        "The labels answer our questions, and six of the repositories were looked at while our "
        "rules were mended: both favour us. Evidence are the hold-out and, better, the fresh "
        "repositories, labelled after the rules were settled; how clean they are is told in "
        "docs/accuracy.md. An answer that the reader would accept as a second one counts as right "
        "for everybody. A peer's check stands for a question of ours where `peers.toml` says so, "
        "with the reason."
    )
    yield ""


def slips_table(peers: Path, names: list[str]) -> Iterator[str]:
    """Yield which peer makes which known slip, in its own words."""
    yield from ("", "## Known slips, on repositories made for them", "")
    yield f"| slip | {' | '.join(names)} |"
    yield "|---|" + "---|" * len(names)
    for slip, answers in slips_of(peers):
        yield f"| {slip} | {' | '.join(answers[name] for name in names)} |"
    yield from ("", "Ours is right on each: `tests/repository/test_peers_slips.py`.", "")


def page(checkouts: Path, peers: Path) -> Iterator[str]:
    """Yield the lines of the page; every figure comes from this run."""
    table = tomllib.loads((HERE / "peers.toml").read_text(encoding="utf-8"))
    rows = compared(checkouts)
    targets = sorted({row.repository for row in rows})
    yield from opening(table, peers, len(targets))
    our_runs = [our_run(checkouts / name) for _ in range(REPEATS) for name in targets]
    each = list(measured(table, rows, checkouts, peers))
    yield from summary(each, our_runs)
    for one, peer in zip(each, table["peer"], strict=True):
        yield from ("", f"## {one.name}", "", f"`{peer['arguments']}`", "")
        yield from by_code(one, peer["map"])
        yield from ("", f"Not compared: {peer['left_out']}.")
    yield from ("", "## Not run", "")
    for name, told in table["not_run"].items():
        yield f"- {name}: {told['why']}"
    yield from slips_table(peers, [one.name for one in each])
    yield from ("## The thesis tool, as published (not run here)", "")
    yield from ("Our seconds are under the load named above; SPEED.md has them measured alone.", "")
    yield from published(table, checkouts)


def main() -> None:
    lines = []
    for line in page(Path(sys.argv[1]), Path(sys.argv[2])):
        print(line, flush=True)
        lines.append(line)
    if "--write" in sys.argv:
        PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"written: {PAGE.name}")


if __name__ == "__main__":
    main()
