"""How often indicators agree with people: precision and recall on repositories read by hand.

``python -m benchmarks.repository.accuracy CHECKOUTS`` compares the answers with the labels beside
this file and writes ``docs/accuracy.md``. CHECKOUTS holds one folder for each label
file, named as it is; each label says the commit. Nothing of those repositories is kept here.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reproscope.repository.checking import examine
from reproscope.repository.collecting import collect
from reproscope.repository.indicators import rules
from reproscope.repository.sources import open_target

HERE = Path(__file__).parent
LABELS = HERE / "labels"
PAGE = HERE.parents[1] / "docs" / "accuracy.md"
# Looked at while rules were mended. The others are the hold-out, but for those whose label file
# says `set = "fresh"`: labelled after the rules were settled, and the cleanest evidence.
SEEN = frozenset(
    {
        "dasguptar+treelstm.pytorch",
        "facebookresearch+mixup-cifar10",
        "kekmodel+FixMatch-pytorch",
        "mravanelli+SincNet",
        "tkipf+gcn",
        "yunjey+pytorch-tutorial",
    }
)
SETS = {
    "fresh": "On repositories labelled after the rules were settled",
    "hold-out": "On the six repositories that were held out",
    "seen": "On repositories that were looked at while rules were mended",
}
# What a reader cannot answer without the network or a tool is not compared.
NOT_COMPARED = frozenset({"R107", "R112", "R216", "R217"})


@dataclass(frozen=True)
class Compared:
    """One answer beside its label, in one of `SETS`; `also` is a second answer to accept."""

    repository: str
    code: str
    answer: str
    label: str
    also: str
    why: str
    kept_in: str

    @property
    def agrees(self) -> bool:
        """Whether the answer is one that the reader gave."""
        return self.answer in (self.label, self.also)


def set_of(repository: str, labels: dict[str, Any]) -> str:
    """Return which of the sets a repository belongs to."""
    name = "seen" if repository in SEEN else str(labels.get("set", "hold-out"))
    if name not in SETS:
        raise SystemExit(f"{repository}: set = {name!r} is none of {', '.join(SETS)}")
    return name


def compared(checkouts: Path) -> list[Compared]:
    """Return every label that has an answer, repository by repository."""
    found = []
    for path in sorted(LABELS.glob("*.toml")):
        labels = tomllib.loads(path.read_text(encoding="utf-8"))
        with open_target(str(checkouts / path.stem)) as opened:
            judged = examine(collect(opened)).judged
        for one in judged:
            code = one.indicator.rule.code
            label = labels.get(code)
            if label is not None and code not in NOT_COMPARED:
                answer = str(one.judgement.outcome)
                found.append(
                    Compared(
                        path.stem,
                        code,
                        answer,
                        label["answer"],
                        label.get("also", ""),
                        label["why"],
                        set_of(path.stem, labels),
                    )
                )
    return found


@dataclass(frozen=True)
class Rates:
    """Agreement, and how often what is called missing is, and what is missing is called so."""

    cases: int
    agree: int
    unknown: int
    called: int
    rightly: int
    missing: int
    caught: int


def rates(rows: Iterable[Compared]) -> Rates:
    """Count over rows; *missing* is absent or partial, the answers that ask for something."""
    cases = agree = unknown = called = rightly = missing = caught = 0
    for row in rows:
        cases += 1
        agree += row.agrees
        unknown += row.answer == "unknown" and row.label != "unknown"
        says = row.answer in ("absent", "partial")
        is_so = row.label in ("absent", "partial")
        may_be = is_so or row.also in ("absent", "partial")
        called += says
        rightly += says and may_be
        missing += is_so
        caught += is_so and (says or row.agrees)
    return Rates(cases, agree, unknown, called, rightly, missing, caught)


def share(part: int, whole: int) -> str:
    return f"{part}/{whole}" if whole else "-"


def table(rows: list[Compared]) -> list[str]:
    """Return a row for each indicator."""
    titles = {rule.code: rule.name for rule in rules()}
    lines = [
        "| indicator | agree | precision of missing | recall of missing | unknown |",
        "|---|---:|---:|---:|---:|",
    ]
    for code, title in titles.items():
        of_code = [row for row in rows if row.code == code]
        if not of_code:
            continue
        r = rates(of_code)
        lines.append(
            f"| {code} {title} | {share(r.agree, r.cases)} | {share(r.rightly, r.called)} "
            f"| {share(r.caught, r.missing)} | {r.unknown} |"
        )
    r = rates(rows)
    lines.append(
        f"| **all** | **{share(r.agree, r.cases)}** | **{share(r.rightly, r.called)}** "
        f"| **{share(r.caught, r.missing)}** | **{r.unknown}** |"
    )
    return lines


def errors(rows: list[Compared]) -> list[str]:
    """Return every disagreement, named."""
    wrong = [row for row in rows if not row.agrees]
    lines = [
        "| repository | indicator | answer | by hand | what the reader saw |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.repository.replace('+', '/')} | {row.code} | {row.answer} "
        f"| {row.label}{' or ' + row.also if row.also else ''} | {row.why.replace('|', '/')} |"
        for row in wrong
    ]
    return lines


def section(name: str, rows: list[Compared]) -> list[str]:
    """Return what the page says of one set; disagreements are named where rules did not see it."""
    if not rows:
        return []
    lines = ["", f"## {SETS[name]}", "", *table(rows)]
    if name != "seen":
        lines += ["", "### Every disagreement there", "", *errors(rows)]
    return lines


def main() -> None:
    rows = compared(Path(sys.argv[1]))
    parts = {name: [row for row in rows if row.kept_in == name] for name in SETS}
    for name, some in parts.items():
        print(name, rates(some))
        print(Counter((row.answer, row.label) for row in some if not row.agrees).most_common(12))
    if "-v" in sys.argv:
        print("\n".join(errors(parts["seen"])))
    if "--write" in sys.argv:
        head = (HERE / "accuracy_head.md").read_text(encoding="utf-8").strip()
        lines = [line for name, some in parts.items() for line in section(name, some)]
        PAGE.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
        print(f"written: {PAGE.name}")


if __name__ == "__main__":
    main()
