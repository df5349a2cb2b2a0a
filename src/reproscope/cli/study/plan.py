"""``reproscope study plan``: how many papers are needed, and what a sample can show."""

import click

from reproscope.cli.output import write_stdout
from reproscope.core import ReproscopeError


def _share(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    return None if value is None else _number(value)


def _number(text: str) -> float:
    """Read ``5%`` or ``0.05``."""
    try:
        number = float(text.strip().removesuffix("%"))
    except ValueError:
        raise click.BadParameter(f"{text!r} is no share such as 0.05 or 5%.") from None
    return number / 100 if text.strip().endswith("%") else number


def _two(ctx: click.Context, param: click.Parameter, value: str | None) -> list[float] | None:
    if value is None:
        return None
    parts = [_number(part) for part in value.split(",")]
    if len(parts) != 2:
        raise click.BadParameter(f"{value!r} is not two shares such as 50%,65%.")
    return parts


@click.command()
@click.option("--population", type=int, metavar="N", help="How many papers there are.")
@click.option("--size", type=int, metavar="N", help="Papers in the sample, or in each group.")
@click.option("--margin", callback=_share, metavar="SHARE", help="The margin of error wanted: 5%.")
@click.option(
    "--compare",
    callback=_two,
    metavar="SHARE,SHARE",
    help="Two shares that a comparison of two groups should tell apart: 50%,65%.",
)
@click.option("--power", callback=_share, default="80%", show_default=True, help="Power wanted.")
def plan(
    population: int | None,
    size: int | None,
    margin: float | None,
    compare: list[float] | None,
    power: float | None,
) -> None:
    """Say what a sample can show, or how large it must be.

    \b
    reproscope study plan --population 1910 --size 400
    reproscope study plan --population 1910 --margin 5%
    reproscope study plan --compare 50%,65%
    """
    if size is None and margin is None and compare is None:
        raise ReproscopeError("give --size, --margin or --compare: what is to be planned?")
    if compare is not None:
        write_stdout(_comparison(compare[0], compare[1], size, power or 0.8))
        return
    write_stdout(_margin(population, size, margin))


def _margin(population: int | None, size: int | None, margin: float | None) -> str:
    from reproscope.study.planning import margin_of_error, size_for_margin

    of = "an endless population" if population is None else f"{population:,} papers"
    lines = []
    if size is not None:
        found = margin_of_error(size, population)
        lines.append(f"{size:,} of {of}: margin of error {found:.2%}")
    if margin is not None:
        needed = size_for_margin(margin, population)
        lines.append(f"a margin of {margin:.2%} of {of} needs {needed:,}")
    lines.append(
        "95%, for a share of one half" + ("" if population is None else ", finite population")
    )
    return "\n".join(lines) + "\n"


def _comparison(first: float, second: float, size: int | None, power: float) -> str:
    from reproscope.study.planning import power_of_proportions, size_for_proportions

    shares = f"{first:.1%} and {second:.1%}"
    if size is not None:
        found = power_of_proportions(first, second, size)
        told = f"two groups of {size:,} tell {shares} apart with a power of {found:.1%}"
    else:
        needed = size_for_proportions(first, second, power)
        told = f"to tell {shares} apart with a power of {power:.0%}, each group needs {needed:,}"
    return f"{told}\ntwo-sided test, level 5%, Cohen's arcsine approximation\n"
