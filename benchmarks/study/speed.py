"""What a large study costs: bring in, analyse, measure agreement, take out; time and memory.

``python -m benchmarks.study.speed [SIZE ...] [--write]`` measures generated surveys of that many
papers on SQLite, and the largest on PostgreSQL too, each command as a user would give it; beside
them what plain pandas does with the same table. With ``--write`` the tables go to ``SPEED.md``.
"""

from __future__ import annotations

import json
import math
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import psycopg
from tests.study import postgresql

import reproscope
from benchmarks.cost import LOOK_EVERY, Cost, cost_of
from benchmarks.study.generated import INSTRUMENT, MAPPING, Survey, generate

HERE = Path(__file__).parent
PAGE = HERE / "SPEED.md"
SIZES = (10_000, 30_000, 100_000)
MEGABYTE = 1024 * 1024
# What was asked for, of the largest survey: seconds of each command, and megabytes of any.
IMPORT_SECONDS, ANALYSE_SECONDS, MEGABYTES = 300, 60, 2048


@dataclass(frozen=True, slots=True)
class Place:
    """Where a study is, and the first process of the server that keeps it."""

    kind: str
    address: str
    server: int | None = None

    def megabytes(self) -> float:
        """Return how large the study is."""
        if self.server is None:
            return Path(self.address).stat().st_size / MEGABYTE
        with psycopg.connect(self.address) as connection:
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert row is not None
        return float(row[0]) / MEGABYTE


@contextmanager
def place(kind: str, folder: Path) -> Iterator[Place]:
    """Yield a place where no study is yet."""
    if kind == "SQLite":
        yield Place(kind, str(folder / "study.db"))
        return
    with postgresql.server() as socket:
        first = int((Path(socket) / "data" / "postmaster.pid").read_text().split()[0])
        yield Place(kind, f"postgresql://postgres@/postgres?host={socket}", first)


def commands(address: str, survey: Survey) -> dict[str, list[str]]:
    """Return what is measured, in order; files go to the folder where the commands run."""
    analyse = ["analyse", address, "--by", "venue"]
    return {
        "init": ["init", address, "--instrument", str(INSTRUMENT)],
        "import answers": ["import", address, str(survey.answers), "--as", str(MAPPING)],
        "import answers again": ["import", address, str(survey.answers), "--as", str(MAPPING)],
        "import settlements": [
            "import", address, str(survey.resolutions), "--as", "resolutions",
        ],
        "analyse, HTML with figures": [*analyse, "--format", "html", "-o", "report.html"],
        "analyse, JSON without predictor": [
            *analyse, "--no-prediction", "--format", "json", "-o", "report.json",
        ],
        "agreement": ["agreement", address, "--format", "json", "-o", "agreement.json"],
        "export, CSV": ["export", address, "-o", "exported"],
        "export, wide CSV": ["export", address, "--wide", "survey", "-o", "wide.csv"],
    }  # fmt: skip


def measured(kind: str, survey: Survey, folder: Path) -> tuple[dict[str, Cost], float]:
    """Return what each command costs, and the size of the study in the end."""
    with place(kind, folder) as where:
        costs = {}
        for name, arguments in commands(where.address, survey).items():
            command = [sys.executable, "-m", "reproscope", "study", *arguments]
            costs[name] = cost_of(command, cwd=folder, server=where.server)
            print(f"  {kind}, {survey.papers}: {name}: {costs[name]}", file=sys.stderr, flush=True)
        return costs, where.megabytes()


def of_costs(costs: dict[str, Cost]) -> Iterator[str]:
    """Yield the table of one study."""
    with_server = any(cost.server_megabytes for cost in costs.values())
    more = " server's CPU s | server's memory, MB |" if with_server else ""
    yield "| `reproscope study …` | wall-clock s | CPU s | memory, MB |" + more
    yield "|---|---:|---:|---:|" + ("---:|---:|" if with_server else "")
    for name, cost in costs.items():
        row = f"| {name} | {cost.seconds:.1f} | {cost.cpu:.1f} | {cost.megabytes:.0f} |"
        if with_server:
            row += f" {cost.server_cpu:.1f} | {cost.server_megabytes:.0f} |"
        yield row


def of_requirement(costs: dict[str, Cost], kind: str) -> Iterator[str]:
    """Yield whether the largest survey keeps to what was asked for."""
    analyses = [cost.seconds for name, cost in costs.items() if name.startswith("analyse")]
    memory = max(cost.megabytes + cost.server_megabytes for cost in costs.values())
    for asked, value, most, unit in (
        ("import", costs["import answers"].seconds, IMPORT_SECONDS, "s"),
        ("analyse", max(analyses), ANALYSE_SECONDS, "s"),
        ("memory of any command, server included", memory, MEGABYTES, "MB"),
    ):
        held = "yes" if value < most else "**no**"
        yield f"| {kind} | {asked} | under {most} {unit} | {value:.0f} {unit} | {held} |"


def of_growth(by_size: dict[int, tuple[Survey, dict[str, Cost], float]]) -> Iterator[str]:
    """Yield CPU per answer and memory as the survey grows."""
    names = ("import answers", "analyse, HTML with figures", "analyse, JSON without predictor",
             "agreement", "export, CSV")  # fmt: skip
    yield "| papers | answers | file, MB | " + " | ".join(names) + " | largest memory, MB |"
    yield "|---:|---:|---:|" + "---:|" * len(names) + "---:|"
    for papers, (survey, costs, size) in by_size.items():
        each = " | ".join(f"{1e6 * costs[n].cpu / survey.answered:.1f}" for n in names)
        memory = max(cost.megabytes for cost in costs.values())
        yield f"| {papers:,} | {survey.answered:,} | {size:.0f} | {each} | {memory:.0f} |"


def said_by_peer(*arguments: str) -> tuple[Any, Cost]:
    """Run the peer's script and return what it says and what it costs."""
    command = [sys.executable, "-m", "benchmarks.study.peer", *arguments]
    said = subprocess.run(command, check=True, capture_output=True, cwd=HERE.parents[1])
    return json.loads(said.stdout), cost_of(command, cwd=HERE.parents[1])


def of_peers(survey: Survey, costs: dict[str, Cost], folder: Path) -> Iterator[str]:
    """Yield ours against plain pandas on the same table, once both say the same."""
    answers = str(survey.answers)
    means, of_means = said_by_peer("analyse", answers, str(survey.resolutions))
    check_means(means["means"], folder / "report.json")
    agreed, of_agreement = said_by_peer("agreement", answers)
    check_agreement(agreed, folder / "agreement.json")
    alphas, _ = said_by_peer("alpha", answers)
    (ours, ours_cpu), (theirs, theirs_cpu) = alphas["reproscope"], alphas["simpledorff"]
    same("alpha", ours, theirs)
    both = costs["import answers"].cpu + costs["analyse, JSON without predictor"].cpu
    rows = (
        ("metrics, comparisons, coverage, tests of features", "analyse, JSON without predictor",
         costs["analyse, JSON without predictor"].cpu, of_means.cpu),
        ("the same, the import counted", "import answers + analyse", both, of_means.cpu),
        ("agreement; theirs without alpha, groups, pairs and intervals", "agreement",
         costs["agreement"].cpu, of_agreement.cpu),
        ("Krippendorff's alpha of one question, in memory; simpledorff", "(library)", ours_cpu,
         theirs_cpu),
    )  # fmt: skip
    yield "| what | ours | CPU s, ours | CPU s, theirs | ours / theirs |"
    yield "|---|---|---:|---:|---:|"
    for what, command, own, other in rows:
        yield f"| {what} | {command} | {own:.2f} | {other:.2f} | {own / other:.2f} |"


def same(what: str, ours: float, theirs: float) -> None:
    """Stop where the two do not say the same: then their times tell nothing."""
    if not math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-12):
        raise SystemExit(f"{what}: ours is {ours!r}, the peer's {theirs!r}")


def check_means(means: dict[str, float], report: Path) -> None:
    """Compare the mean of each metric over all papers."""
    for row in rows_of(report, "survey-metrics"):
        if row["group"] == "all papers":
            name = next(name for name in means if row["metric"].startswith(name))
            same(name, row["mean"], means[name])


def check_agreement(agreed: dict[str, tuple[float, float]], report: Path) -> None:
    """Compare percent agreement and kappa of the questions that all three coders answered.

    The peer's package takes complete rows only, ours all; they agree where nothing is missing.
    """
    found = {
        (row["variable"], row["coefficient"]): row["value"]
        for row in rows_of(report, "survey-agreement")
    }
    for name, (percent, kappa) in agreed.items():
        for coefficient, theirs in (("percent agreement", percent), ("Fleiss' kappa", kappa)):
            if abs(found[name, coefficient] - theirs) > 0.01:
                raise SystemExit(f"{name}: {coefficient}: {found[name, coefficient]}, {theirs}")


def rows_of(report: Path, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table in a JSON report."""
    tables = json.loads(report.read_text(encoding="utf-8"))["tables"]
    found = next(one for one in tables if one["name"] == table)
    names = [column["name"] for column in found["columns"]]
    return [dict(zip(names, row, strict=True)) for row in found["rows"]]


def page(sizes: list[int]) -> Iterator[str]:
    """Yield the lines of the page; every figure comes from this run."""
    yield from ("# What a large study costs", "")
    yield (
        f"{date.today()}, reproscope {reproscope.__version__}, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} at the start (other work "
        "shares the machine: CPU seconds are the steadier figure). Each command in a process of "
        "its own, start-up counted, one run each. Memory is the largest sum over all its "
        f"processes, looked at every {LOOK_EVERY} s. The survey is generated (`generated.py`): 20 "
        "questions of every kind, 3 coders, one CSV file with a row for each paper and coder, 5% "
        "of the questions divided, 2% of the answers and most remarks missing, a fifth of the "
        "divisions settled. Made by `make bench-study`."
    )
    by_size: dict[int, tuple[Survey, dict[str, Cost], float]] = {}
    for papers in sizes[:-1]:
        with tempfile.TemporaryDirectory() as room:
            survey = generate(Path(room), papers)
            by_size[papers] = (survey, *measured("SQLite", survey, Path(room)))
    with tempfile.TemporaryDirectory() as room:
        survey = generate(Path(room), sizes[-1])
        by_size[sizes[-1]] = (survey, *measured("SQLite", survey, Path(room)))
        peers = list(of_peers(survey, by_size[sizes[-1]][1], Path(room)))
        on_postgresql = None
        if postgresql.binaries() is not None:
            other = Path(room) / "postgresql"
            other.mkdir()
            on_postgresql = measured("PostgreSQL", survey, other)
    yield from results(by_size, on_postgresql)
    yield from ("", "## Beside plain pandas and packages", "")
    yield (
        f"{sizes[-1]:,} papers, in the same run. The script (`peer.py`) knows this survey only: no "
        "history, no checks, no report. Its means and alpha equal ours to nine digits, its percent "
        "agreement and Fleiss' kappa (of statsmodels, complete rows only) to 0.01. By CPU the "
        "script is the cheaper one; our command also draws every figure."
    )
    yield from ("", *peers, "", f"Load average at the end: {os.getloadavg()[0]:.1f}.")


def results(
    by_size: dict[int, tuple[Survey, dict[str, Cost], float]],
    on_postgresql: tuple[dict[str, Cost], float] | None,
) -> Iterator[str]:
    """Yield the tables of our own costs."""
    largest = max(by_size)
    survey, costs, size = by_size[largest]
    yield from ("", f"## What was asked for, and {largest:,} papers", "")
    yield "| database | what | asked for | wall-clock or memory | kept |"
    yield "|---|---|---|---:|---|"
    yield from of_requirement(costs, "SQLite")
    if on_postgresql is not None:
        yield from of_requirement(on_postgresql[0], "PostgreSQL")
    what = (
        f"{survey.rows:,} rows, {survey.answered:,} answers, {survey.disagreements:,} divided "
        f"questions, {survey.settled:,} settlements; the table is "
        f"{survey.answers_megabytes:.0f} MB."
    )
    yield from ("", f"## SQLite, {largest:,} papers", "", f"{what} The study is {size:.0f} MB.")
    yield from ("", *of_costs(costs))
    if on_postgresql is not None:
        yield from ("", f"## PostgreSQL, {largest:,} papers", "")
        yield (
            "The server of the tests, on this machine, without waiting for the disk (`fsync=off`). "
            f"Its pages that processes share count once. The study is {on_postgresql[1]:.0f} MB."
        )
        yield from ("", *of_costs(on_postgresql[0]))
    yield from ("", "## Growth on SQLite: CPU microseconds for each answer", "")
    yield from of_growth(by_size)
    yield ""
    yield (
        "Start-up and drawing are counted, which weigh more in a small study. The predictor learns "
        "from 10,000 papers at most, and the agreement's 1,000 bootstrap draws count equal rows "
        "once: both cost less for each answer of a larger study."
    )


def main() -> None:
    sizes = sorted(int(word) for word in sys.argv[1:] if not word.startswith("-")) or list(SIZES)
    lines = []
    for line in page(sizes):
        print(line, flush=True)
        lines.append(line)
    if "--write" in sys.argv:
        PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"written: {PAGE.name}")


if __name__ == "__main__":
    main()
