"""``make bench``: every case on both sides, in one run; writes the committed table and plot."""

from __future__ import annotations

import datetime
import json
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks import growth
from benchmarks.cases import CASES

HERE = Path(__file__).parent


def _measured(side: str, number: int) -> dict[str, float | str]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.measure", side, str(number)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _import_seconds(module: str, repeats: int = 7) -> float:
    seconds = []
    for _ in range(repeats):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def main() -> None:
    lines = [
        "# Against the peer, in one run",
        "",
        f"{datetime.date.today()}, {platform.machine()}, Python {platform.python_version()}; "
        "`make bench` makes this table. Medians of 15 calls here and of 3 of the peer, or one call "
        "of the peer where it takes long (k=10, accuracy alone, mcc alone); a process for each. "
        "The published scores of 38/262 are refuted by accuracy alone, at once; the row with an "
        "attainable accuracy shows what unknown folds cost otherwise.",
        "",
        "| case | reproscope | mlscorecheck | times faster | asked for | memory, MB | answers |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    for number, case in enumerate(CASES):
        ours, peer = _measured("ours", number), _measured("peer", number)
        ratio = float(peer["median"]) / float(ours["median"])
        memory = f"{float(ours['peak_mb']):.0f} / {float(peer['peak_mb']):.0f}"
        lines.append(
            f"| {case.name} | {float(ours['median']) * 1000:.2f} ms "
            f"| {float(peer['median']) * 1000:,.1f} ms "
            f"| {ratio:,.0f} | {case.asked:,.0f} | {memory} "
            f"| {ours['answer']}; peer: inconsistency {peer['answer']} |"
        )
        print(lines[-1], flush=True)
    imports = {m: _import_seconds(m) for m in ("reproscope", "reproscope.scores", "mlscorecheck")}
    lines += ["", "A new process that only imports:", "", "| module | seconds |", "|---|---:|"]
    lines += [f"| `import {module}` | {seconds:.2f} |" for module, seconds in imports.items()]
    rows = growth.measure()
    lines += ["", "## Growth with size", "", "![growth](growth.svg)", ""]
    lines += ["| scores | items | milliseconds | verdict |", "|---|---:|---:|---|"]
    lines += [f"| {n} | {items:,} | {s * 1000:.2f} | {v} |" for n, items, s, v in rows]
    (HERE / "growth.svg").write_text(growth.svg(rows), encoding="utf-8")
    (HERE / "RESULTS.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"written: {HERE.name}/RESULTS.md and {HERE.name}/growth.svg")


if __name__ == "__main__":
    main()
