"""Fill the thesis's 40 columns from our facts: measured rightly, or left unknown.

The tree and the modules are always there. What other collectors know (READMEs, licences,
environments, seeds, data) comes as `Known`, which whoever has those facts fills; a value that
nobody filled is ``None``, and no column guesses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.notebooks import Notebook
from reproscope.repository.facts import Facts
from reproscope.repository.loos2022.measured import Measured

# What the thesis takes for a tracker of hyperparameters, 5.1; ours knows more of them elsewhere.
TRACKERS = frozenset({"wandb", "neptune", "mlflow", "sacred"})
CONFIG_LOGGING = frozenset({"wandb.init", "wandb.config", "wandb.config.update"})


@dataclass(frozen=True, slots=True)
class Readme:
    """One README: its lines, its links, and how many of them do not answer if that was asked."""

    lines: int
    links: int
    paper_links: int | None = None
    dead_links: int | None = None
    names_dataset: bool | None = None


@dataclass(frozen=True, slots=True)
class Environment:
    """What is declared: files, libraries, how strictly; and what the code imports of others.

    `loose` libraries have a range; those with neither are only named.
    """

    files: int
    declared: int
    strict: int | None
    loose: int | None = None
    imported: int | None = None
    imported_declared: int | None = None
    imported_public: int | None = None
    names_system: bool | None = None


@dataclass(frozen=True, slots=True)
class DataFiles:
    """Data that lie in the tree, and how many of the files the code names."""

    folders: int
    files: int
    named_in_code: int | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What collectors beside the tree and the modules know; ``None`` is not collected."""

    readmes: Sequence[Readme] | None = None
    licences: int | None = None
    open_licences: int | None = None
    environment: Environment | None = None
    data: DataFiles | None = None
    seeds: int | None = None
    fixed_seeds: int | None = None
    serialisation: bool | None = None
    pylint: float | None = None
    built: bool | None = None


def measure(facts: Facts, known: Known | None = None) -> Measured:
    """Return the columns of one repository, as far as anything is known of them."""
    known = known or Known()
    found = Measured(
        repository_url=facts.origin.remote or facts.origin.target,
        source_files=len(facts.modules),
        notebooks=sum(module.notebook for module in facts.modules),
        licences=known.licences,
        open_licences=known.open_licences,
        closed_licences=_difference(known.licences, known.open_licences),
        pylint=known.pylint,
        seed_lines=known.seeds,
        fixed_seeds_percent=_percent(known.fixed_seeds, known.seeds),
        serialisation=known.serialisation,
        built=known.built,
    )
    found = _with_code(found, facts)
    found = _with_notebooks(found, facts.notebooks)
    found = _with_readmes(found, known.readmes)
    found = _with_environment(found, known.environment)
    return _with_data(found, known.data)


def _with_code(found: Measured, facts: Facts) -> Measured:
    """Count lines by tokens; sources that did not parse leave the counts unknown."""
    if not facts.all_parsed:
        return found
    code = sum(module.lines.code for module in facts.modules)
    comment = sum(module.lines.comment + module.lines.docstring for module in facts.modules)
    return replace(
        found,
        code_lines=code,
        code_lines_percent=_percent(code, code + comment),
        comment_lines=comment,
        comment_lines_percent=_percent(comment, code + comment),
        # The thesis: without any comment the ratio is the number of lines of code.
        code_comment_ratio=round(code / comment, 2) if comment else float(code),
        logging_indicators=sum(map(_logging_indicators, facts.modules)),
    )


def _with_notebooks(found: Measured, notebooks: Sequence[Notebook]) -> Measured:
    """Count those that begin and end with remarks, unless one could not be read."""
    if any(book.problem is not None for book in notebooks):
        return found
    return replace(
        found,
        notebooks_with_header_percent=_percent(sum(b.header for b in notebooks), len(notebooks)),
        notebooks_with_footer_percent=_percent(sum(b.footer for b in notebooks), len(notebooks)),
    )


def _logging_indicators(module: Module) -> int:
    """Imports of a tracker and its calls that log; the thesis counts both."""
    imports = sum(one.top in TRACKERS and one.level == 0 for one in module.imports)
    calls = sum(
        call.name in CONFIG_LOGGING or call.name.startswith("mlflow.log") for call in module.calls
    )
    return imports + calls


def _with_readmes(found: Measured, readmes: Sequence[Readme] | None) -> Measured:
    if readmes is None:
        return found
    lines, links = sum(one.lines for one in readmes), sum(one.links for one in readmes)
    dead = _sum([one.dead_links for one in readmes])
    named = [one.names_dataset for one in readmes]
    return replace(
        found,
        readmes=len(readmes),
        readme_lines=lines,
        average_readme_lines=round(lines / len(readmes), 2) if readmes else 0.0,
        readme_links=links,
        paper_links=_sum([one.paper_links for one in readmes]),
        # Without a link none can be dead, asked or not.
        dead_links=0 if not links else dead,
        dead_links_percent=0.0 if not links else _percent(dead, links),
        readme_dataset=True if any(named) else (None if None in named else False),
    )


def _with_environment(found: Measured, environment: Environment | None) -> Measured:
    if environment is None:
        return found
    declared = environment.declared
    return replace(
        found,
        config_files=environment.files,
        os_specified=environment.names_system,
        config_imports=declared,
        source_imports=environment.imported,
        strict_percent=_percent(environment.strict, declared),
        loose_percent=_percent(environment.loose, declared),
        imports_in_config_percent=_percent(environment.imported_declared, environment.imported),
        public_libraries_percent=_percent(environment.imported_public, environment.imported),
    )


def _with_data(found: Measured, data: DataFiles | None) -> Measured:
    if data is None:
        return found
    return replace(
        found,
        dataset_folders_found=data.folders > 0,
        dataset_folders=data.folders,
        dataset_files=data.files,
        dataset_files_in_code=data.named_in_code,
        dataset_files_in_code_percent=_percent(data.named_in_code, data.files),
    )


def _percent(part: int | None, whole: int | None) -> float | None:
    """Return a percentage to two digits; 0 of nothing is 0, as in the thesis's tables."""
    if part is None or whole is None:
        return None
    return round(100 * part / whole, 2) if whole else 0.0


def _difference(whole: int | None, part: int | None) -> int | None:
    return None if whole is None or part is None else whole - part


def _sum(values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None
