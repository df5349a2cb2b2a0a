"""There are scripts or commands for the experiments behind the results.

## What it does
Looks for folders of experiments with code, run scripts (`run_*.sh`, `reproduce.py`, `figure2.py`),
workflow files (Snakemake, DVC, Nextflow), Makefile targets such as `reproduce`, and for commands in
a README section on experiments, results or reproduction. A training script without a record of how
the reported experiments call it is `partial`.

## Why it matters
A model's code is not the experiment. Which settings made which number must be written down, best as
something that runs.

## Known problems
Scripts are recognised by their names and places. Whether they belong to the reported results cannot
be seen.

## How to mend
Add one script for each table and figure, and name it in the README.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import unread
from reproscope.repository.judging.indicator import Indicator, Judgement, at, counted
from reproscope.repository.judging.stated import tree_cut

INDICATOR = Indicator.of(
    "R801",
    "experiment-scripts",
    "practice",
    __doc__,
    severity=Level.WARNING,
    effort="a day",
    weight=2,
)
_CODE = (".sh", ".bash", ".py", ".ipynb", ".slurm", ".sbatch", ".r", ".jl", ".m")
_FOLDER = re.compile(r"(?:^|/)(?:experiments?|exps?|reproduc\w*|replication|paper_?experiments)/")
_SCRIPTS = re.compile(r"(?:^|/)(?:scripts?|bash|slurm|jobs|bin|examples|sh)/")
_NAME = re.compile(
    r"(?:run|train|exp|experiment|reproduc\w*|replicat\w*|fig(?:ure)?s?|tables?|ablation|sweep|launch"
    r"|benchmark|eval\w*|results)s?(?:[-_\d.].*)?"
)
_ROOT = re.compile(
    r"(?:run|train|exp|experiment|reproduce|figure|table|ablation|sweep)\w*(?:[-_.].*)?\.(?:sh|bash)"
    r"|(?:run[-_]|reproduce|experiments?|figures?|tables?|ablation|sweep)[\w-]*\.(?:py|ipynb|r|m|jl)"
)
_WORKFLOWS = ("snakefile", "dvc.yaml", "main.nf", "nextflow.config", "workflow/snakefile")
_TARGETS = re.compile(r"reproduc\w*|experiments?|results?|figures?|tables?|paper|train|run|eval\w*")
_NO_EXPERIMENT = re.compile(r"(?:^|/)(?:setup|conf)\.py$")
_TRAINING = re.compile(r"(?:.*/)?(?:train(?!er)|main|run|fit)\w*\.py")


def judge(facts: Facts) -> Judgement:
    """Answer whether the experiments can be started by script."""
    if not facts.has_code:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no Python code.")
    found = tuple(_found(facts))
    measured: dict[str, JSON] = {"found": len(found)}
    if found:
        told = counted(len(found), "script or section", "scripts or sections")
        message = f"{told} for experiments."
        return Judgement(Outcome.PRESENT, message, found[:8], measured=measured)
    training = tuple(_training(facts))
    remedy = "Add a script for each table and figure, with the settings that were used."
    if training:
        message = "Scripts can be run, and nothing says which calls made the reported results."
        return Judgement(Outcome.PARTIAL, message, training[:5], remedy, measured=measured)
    cut = tree_cut(facts) or unread(facts)
    if cut:
        message = f"No script for experiments was found: {cut.removesuffix('.')}."
        return Judgement(Outcome.UNKNOWN, message, measured=measured)
    message = "No script, target or section is for experiments."
    return Judgement(Outcome.ABSENT, message, remedy=remedy, measured=measured)


def _training(facts: Facts) -> Iterator[Evidence]:
    """Yield scripts that run by themselves, and those whose names say that they train."""
    for module in facts.modules:
        runs = module.outline.guard_line or module.outline.acts_line
        named = _TRAINING.fullmatch(module.path.casefold())
        other = module.is_test or _NO_EXPERIMENT.search(module.path.casefold())
        if named or (runs and not other):
            yield at(module.path, runs)


def _found(facts: Facts) -> Iterator[Evidence]:
    for file in facts.tree.files:
        low = file.path.casefold()
        name = low.rpartition("/")[2]
        if low in _WORKFLOWS:
            yield at(file.path)
        elif file.suffix in _CODE and not name.startswith(("__init__", "test_", "conftest")):
            stem = name[: -len(file.suffix)]
            placed = _SCRIPTS.search(low) and _NAME.fullmatch(stem)
            rooted = file.depth == 0 and _ROOT.fullmatch(name)
            if _FOLDER.search(low) or placed or rooted:
                yield at(file.path)
    for name, path, line in facts.documents.targets:
        if _TARGETS.fullmatch(name):
            yield at(path, line, f"make {name}")
    for document in facts.documents.readmes:
        for mention in document.about("experiments", "strong"):
            yield at(document.path, mention.line, mention.text, kind="quote")
