"""``reproscope scores names``: every score that is understood, with its formula and its names."""

import json
from collections.abc import Iterable

import click

from reproscope.cli.output import write_stdout
from reproscope.scores.definition import Definition
from reproscope.scores.definitions import DEFINITIONS
from reproscope.scores.naming import AUC_NAMES
from reproscope.scores.regression.names import SCORES, RegressionScore


@click.command()
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the list.",
)
def names(format_: str) -> None:
    """List the scores with formula, range, other names and complements.

    Of several classes, write macro-, micro- or weighted- before a name, or a class: recall[cat].
    """
    write_stdout(FORMS[format_](DEFINITIONS))


def as_text(scores: Iterable[Definition]) -> str:
    """Return a paragraph a score."""
    parts = [_paragraph(score) for score in scores]
    parts.append(
        "auc  area under the ROC curve\n"
        "  range    0 to 1, in half-pairs of a positive and a negative\n"
        f"  also     {', '.join(AUC_NAMES[1:])}\n"
    )
    parts.append(
        "Several classes: macro-, micro- or weighted- before a score (or behind it), recall[cat] "
        "for one\nclass; acc, kappa, mcc and bacc by themselves are of the whole matrix.\n"
    )
    parts.append("Regression: N errors e = target y - prediction\n")
    parts += [_paragraph(score) for score in SCORES]
    return "\n".join(parts)


def _paragraph(score: Definition | RegressionScore) -> str:
    lines = [f"{score.id}  {score.title}", f"  formula  {score.formula}"]
    lines.append(f"  range    {_range(score)}; undefined where: {score.undefined}")
    if score.synonyms:
        lines.append(f"  also     {', '.join(score.synonyms)}")
    if score.complements:
        lines.append(f"  1 minus  {', '.join(score.complements)}")
    if isinstance(score, Definition) and score.takes_beta:
        lines.append("  beta     written in the name: f2, f0.5")
    return "\n".join(lines) + "\n"


def _range(score: Definition | RegressionScore) -> str:
    low, high = ("without end" if x is None else str(x) for x in (score.low, score.high))
    return f"{low} to {high}"


def as_json(scores: Iterable[Definition]) -> str:
    """Return the same for a program."""
    listed: list[dict[str, object]] = [
        {
            "name": score.id,
            "title": score.title,
            "formula": score.formula,
            "low": score.low,
            "high": score.high,
            "undefined": score.undefined,
            "synonyms": list(score.synonyms),
            "complements": list(score.complements),
            "takes_beta": score.takes_beta,
            "source": score.source,
        }
        for score in scores
    ]
    listed += [
        {
            "name": score.id,
            "title": score.title,
            "formula": score.formula,
            "low": score.low,
            "high": score.high,
            "undefined": score.undefined,
            "synonyms": list(score.synonyms),
            "complements": list(score.complements),
            "takes_beta": False,
            "source": "beyond seed 003",
            "kind": "regression",
        }
        for score in SCORES
    ]
    return json.dumps(listed, indent=2, ensure_ascii=True) + "\n"


FORMS = {"text": as_text, "json": as_json}
