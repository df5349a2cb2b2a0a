"""``reproscope study sample`` and ``exclude``: draw papers, and replace those that do not fit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from reproscope.cli.output import write_stdout
from reproscope.cli.study.opening import needs_extra, opened, study_argument
from reproscope.core import ReproscopeError, UnknownName

if TYPE_CHECKING:
    from reproscope.study.planning import Population
    from reproscope.study.records import Draw
    from reproscope.study.store import Study

population_option = click.option(
    "--population",
    "files",
    multiple=True,
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A list of papers: text, CSV, BibTeX or RIS; may be given several times.",
)
files_as_option = click.option(
    "--files-as",
    default="",
    metavar="ATTRIBUTE",
    help="Keep each paper's file name under this attribute, as with --files-as conference.",
)
name_option = click.option("--name", default="sample", show_default=True, help="Name of the draw.")


@click.command()
@study_argument
@population_option
@files_as_option
@click.option("--size", type=int, required=True, metavar="N", help="How many papers to draw.")
@click.option("--seed", type=int, required=True, metavar="N", help="Makes it possible to redo.")
@click.option("--by", default="", metavar="ATTRIBUTE", help="Draw by strata of this attribute.")
@click.option("--each", is_flag=True, help="Draw SIZE of every stratum, not in proportion.")
@name_option
@needs_extra
def sample(
    address: str,
    files: tuple[Path, ...],
    files_as: str,
    size: int,
    seed: int,
    by: str,
    each: bool,
    name: str,
) -> None:
    """Draw a random sample of papers into the study.

    \b
    reproscope study sample survey.db --population accepted.txt --size 100 --seed 7
    reproscope study sample survey.db --population aaai.txt --population ijcai.txt \\
        --files-as conference --by conference --each --size 100 --seed 7

    The same lists and the same seed draw the same papers, whoever runs it.
    """
    from reproscope.study.planning import Plan, draw, margin_of_error, read_population, sampled

    if each and not by:
        raise ReproscopeError("--each draws so many of every stratum: say of what with --by")
    population = read_population(list(files), files_as)
    drawn = draw(population, Plan(size, seed, by, each), name)
    with opened(address) as study:
        if any(one.name == name for one in study.draws()):
            raise ReproscopeError(
                f"the study has a draw named {name!r} already: give this one another --name"
            )
        _add(study, population, drawn)
        study.record_draw(drawn)
    kept = len(sampled(drawn))
    margin = margin_of_error(kept, len(population.papers))
    lines = [f"drew {kept:,} of {len(population.papers):,} papers, margin of error {margin:.2%}"]
    lines += [f"  {stratum}: {count:,}" for stratum, count in drawn.strata.items()]
    write_stdout("\n".join(lines) + "\n")


@click.command()
@study_argument
@click.argument("paper")
@click.option("--reason", required=True, help="Why the paper does not belong into the sample.")
@population_option
@files_as_option
@name_option
@needs_extra
def exclude(
    address: str, paper: str, reason: str, files: tuple[Path, ...], files_as: str, name: str
) -> None:
    """Take PAPER out of the sample for a reason, and draw another of its stratum in its place.

    \b
    reproscope study exclude survey.db "A survey of surveys" --reason "not empirical" \\
        --population accepted.txt
    """
    from reproscope.study.planning import exclude as without
    from reproscope.study.planning import read_population

    population = read_population(list(files), files_as)
    with opened(address) as study:
        draws = {one.name: one for one in study.draws()}
        if name not in draws:
            raise UnknownName("draw", name, draws)
        after = without(draws[name], population, paper, reason)
        _add(study, population, after)
        study.record_draw(after)
    gone = next(member for member in after.members if member.paper == paper)
    told = f"replaced by {gone.replaced_by!r}" if gone.replaced_by else "nothing is left to replace"
    write_stdout(f"excluded {paper!r}: {told}\n")


def _add(study: Study, population: Population, drawn: Draw) -> None:
    """Add the drawn papers; the others of the list stay outside of the study."""
    wanted = {member.paper for member in drawn.members}
    study.add_papers(paper for paper in population.papers if paper.key in wanted)
