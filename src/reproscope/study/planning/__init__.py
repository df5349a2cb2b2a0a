"""Planning a study: which papers there are, which are drawn, and how many are needed.

``population`` reads lists of papers, with one module a bibliographic format; ``drawing`` draws
samples that anyone can draw again; ``precision`` says what a sample of some size can show.
"""

from reproscope.study.planning.drawing import Plan, draw, exclude, sampled
from reproscope.study.planning.population import Population, read_population
from reproscope.study.planning.precision import (
    margin_of_error,
    power_of_proportions,
    size_for_margin,
    size_for_proportions,
)

__all__ = [
    "Plan",
    "Population",
    "draw",
    "exclude",
    "margin_of_error",
    "power_of_proportions",
    "read_population",
    "sampled",
    "size_for_margin",
    "size_for_proportions",
]
