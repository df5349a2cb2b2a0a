"""The factor scores of the thesis (6.2, tables 6.1 to 6.3), with the rounding of its code.

The arithmetic is Python's floats and ``round(x, 2)`` in the order the thesis's code has them, so
that all 240 published scores come out; in exact arithmetic some would differ in the last digit.
Where a value is unknown the score is the span that any value could give, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from reproscope.repository.loos2022.constants import Constants, normalised
from reproscope.repository.loos2022.inputs import Inputs


@dataclass(frozen=True, slots=True)
class FactorScore:
    """One factor: the score, or the span it lies in, and which inputs are unknown."""

    key: str
    low: float
    high: float
    asked: int
    unknown: tuple[str, ...] = ()

    @property
    def value(self) -> float | None:
        """The score where it is certain, whatever the unknown values are."""
        return self.low if self.low == self.high else None

    @property
    def span(self) -> str:
        """The score in words, or the span it lies in where something is unknown."""
        return f"{self.low:g}" if self.value is not None else f"{self.low:g} to {self.high:g}"

    @property
    def words(self) -> str:
        """What is not certain about it, empty where it is."""
        if self.value is not None:
            return ""
        unknown = ", ".join(name.replace("_", " ") for name in self.unknown)
        return f"Not certain: {unknown} unknown."


def factors(inputs: Inputs, constants: Constants) -> Mapping[str, FactorScore]:
    """Return every factor's score, in the thesis's order.

    Beware of what the formulas do: a repository without code and without configuration has a
    software environment of 1.0.
    """
    return {key: _factor(key, inputs, constants) for key in FORMULAS}


def _factor(key: str, inputs: Inputs, constants: Constants) -> FactorScore:
    formula, names = FORMULAS[key]
    unknown = inputs.unknown(names)
    found = [formula(filled, constants) for filled in _fillings(inputs, unknown)]
    return FactorScore(key, min(found), max(found), len(names), unknown)


# Each formula falls or rises throughout in each of its values, so the extremes lie at the ends.
_ENDS: Mapping[str, tuple[float, float]] = {
    "readmes": (0, 1),
    "readme_lines": (0, 1e9),
    "readme_links": (0, 1e9),
    "dead_links": (0, 100),
    "licences": (0, 1),
    "open_licences": (0, 1e9),
    "pylint": (-1e9, 10),
    "code_comment_ratio": (0, 1e9),
    "config_files": (0, 1),
    "imports": (0, 1),
    "seed_lines": (0, 1),
}


def _fillings(inputs: Inputs, unknown: tuple[str, ...]) -> Iterator[Inputs]:
    ends = [_ENDS.get(name, (0, 100)) for name in unknown]
    for values in product(*ends):
        yield replace(inputs, **dict(zip(unknown, values, strict=True)))  # type: ignore[arg-type]


def readme_score(inputs: Inputs, constants: Constants) -> float:
    """Return the score of the READMEs (table 6.1), each part rounded before they are added."""
    readmes = _known(inputs.readmes)
    if readmes == 0:
        return 0.0
    length, links = constants.readme_length, constants.readme_links
    answering = _known(inputs.readme_links) * (100 - _known(inputs.dead_links)) / (100 * readmes)
    return round(length.weight * length.share(_known(inputs.readme_lines)), 2) + round(
        links.weight * links.share(answering), 2
    )


def _scad(inputs: Inputs, constants: Constants) -> float:
    """Table 6.2. A repository without a licence has 0 of its part."""
    licences = _known(inputs.licences)
    open_share = normalised(_known(inputs.open_licences), 0, licences) if licences else 0.0
    licence = round(constants.licence * round(open_share, 2), 2)
    readme = round(constants.readme * readme_score(inputs, constants), 2)
    style = round(constants.pylint.weight * constants.pylint.share(_known(inputs.pylint)), 2)
    ratio = constants.code_comment_ratio
    comments = round(ratio.weight * (1 - ratio.share(_known(inputs.code_comment_ratio))), 2)
    return round(licence + readme + style + comments, 2)


def _se(inputs: Inputs, constants: Constants) -> float:
    """Table 6.3. Without imports nothing has to be declared, which the code counts as full."""
    declared, strict = constants.imports_in_config, constants.strict_declarations
    public = constants.public_libraries
    has_config, has_imports = bool(inputs.config_files), bool(inputs.imports)
    first = second = 0.0
    if has_config:
        second = round(strict.weight * strict.share(_known(inputs.strict_declarations)), 2)
        first = declared.weight
        if has_imports:
            first = round(declared.weight * declared.share(_known(inputs.imports_in_config)), 2)
    elif not has_imports:
        first, second = declared.weight, strict.weight
    third = public.weight
    if has_imports:
        third = public.weight * public.share(_known(inputs.public_libraries))
    return round(first + second + third, 2)


def _rsc(inputs: Inputs, constants: Constants) -> float:
    if not inputs.seed_lines:
        return 0.0
    return round(constants.fixed_seeds.share(_known(inputs.fixed_seeds)), 2)


def _known(value: float | None) -> float:
    """Unknown values were replaced by `_fillings` before a formula is asked."""
    if value is None:
        raise ValueError("a formula was asked with an unknown value")
    return value


def _yes(name: str) -> Callable[[Inputs, Constants], float]:
    return lambda inputs, constants: float(bool(getattr(inputs, name)))


Formula = Callable[[Inputs, Constants], float]
FORMULAS: Mapping[str, tuple[Formula, tuple[str, ...]]] = {
    "SCAD": (
        _scad,
        (
            "readmes",
            "readme_lines",
            "readme_links",
            "dead_links",
            "licences",
            "open_licences",
            "pylint",
            "code_comment_ratio",
        ),
    ),
    "SE": (
        _se,
        (
            "config_files",
            "imports",
            "imports_in_config",
            "strict_declarations",
            "public_libraries",
        ),
    ),
    "DSA": (_yes("dataset"), ("dataset",)),
    "RSC": (_rsc, ("seed_lines", "fixed_seeds")),
    "MS": (_yes("serialisation"), ("serialisation",)),
    "HPL": (_yes("logging"), ("logging",)),
    "OOTB": (_yes("build"), ("build",)),
}
