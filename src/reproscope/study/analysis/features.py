"""Which features go with the outcome: the tests of Raff 2019, with p adjusted for their number.

Numbers are compared by Mann-Whitney, words by chi-squared. Association only: none of these tests
says what brings the outcome about.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from reproscope.core import Cell, Table
from reproscope.study.analysis.columns import (
    BENJAMINI_HOCHBERG,
    EFFECT,
    EFFECT_NAME,
    HOLM,
    MISSING,
    WHY_NOT,
    N,
    P,
    count,
    number,
    p,
    text,
)
from reproscope.study.analysis.crossing import crossed_table
from reproscope.study.analysis.tested import NO, YES, Feature, features_of, outcome_of
from reproscope.study.holding import Coded
from reproscope.study.statistics import (
    StatisticalTest,
    benjamini_hochberg,
    contingency,
    dunn,
    holm,
    kruskal_wallis,
    levene,
    mann_whitney,
    shapiro_wilk,
)

_LEVEL = 0.05
Groups = dict[str, np.ndarray]


def feature_tables(coded: Coded, seed: int = 0) -> Iterator[Table]:
    """Yield the tests of all features against the outcome, and what stands behind them."""
    outcome = outcome_of(coded)
    if outcome is None:
        return
    features = list(features_of(coded, outcome.index))
    labels = [YES if value else NO for value in outcome]
    name = coded.instrument.name
    topic = f"Features and outcome: {name}"
    tests = [_test(feature, labels) for feature in features]
    yield _tests_table(coded, features, tests, topic)
    for feature in features:
        if not feature.numeric:
            found = contingency(feature.levels(), labels, feature.order, (YES, NO))
            yield crossed_table(
                f"{name}-{feature.name}", feature.name, coded.instrument.outcome, found, topic, seed
            )
    numbers = [feature for feature in features if feature.numeric]
    if numbers:
        yield _shapes_table(coded, numbers, labels, topic)
    yield from _among(coded, features, seed)


def _test(feature: Feature, labels: list[str]) -> StatisticalTest:
    if not feature.numeric:
        return contingency(feature.levels(), labels, feature.order, (YES, NO)).tested
    groups = _by(feature, labels)
    return mann_whitney(groups.get(YES, np.array([])), groups.get(NO, np.array([])))


def _by(feature: Feature, labels: list[str | None] | list[str]) -> Groups:
    values = feature.values.to_numpy(dtype=float)
    own = np.array(labels, dtype=object)
    return {str(level): values[own == level] for level in dict.fromkeys(labels) if level}


def _tests_table(
    coded: Coded, features: list[Feature], tests: list[StatisticalTest], topic: str
) -> Table:
    raw = [test.p for test in tests]
    rows: list[tuple[Cell, ...]] = [
        (feature.name, test.test, test.n, test.missing, test.statistic, test.p, by_holm, by_bh,
         test.effect, test.effect_name, test.why_not)
        for feature, test, by_holm, by_bh in zip(
            features, tests, holm(raw), benjamini_hochberg(raw), strict=True
        )
    ]  # fmt: skip
    recipes = dict.fromkeys(test.recipe for test in tests)
    return Table(
        f"{coded.instrument.name}-features",
        f"Features of {coded.instrument.name} and {coded.instrument.outcome}",
        (text("feature", "feature"), text("test", "test"), N, MISSING,
         number("statistic", "statistic", 2), P, HOLM, BENJAMINI_HOCHBERG, EFFECT, EFFECT_NAME,
         WHY_NOT),
        tuple(rows),
        f"{'; '.join(recipes)}; Holm and Benjamini-Hochberg adjust p over all features",
        n=len(coded.answers),
        missing="a paper without an answer, or to which the question does not apply, is left out "
        "of the feature's test",
        notes=("These are associations; no test says what brings the outcome about.",),
        topic=topic,
    )  # fmt: skip


def _shapes_table(coded: Coded, numbers: list[Feature], labels: list[str], topic: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for feature in numbers:
        groups = _by(feature, labels)
        shapes = [shapiro_wilk(groups.get(level, np.array([]))) for level in (YES, NO)]
        alike = levene(groups)
        rows.append(
            (
                feature.name, alike.n, shapes[0].statistic, shapes[0].p, shapes[1].statistic,
                shapes[1].p, alike.statistic, alike.p,
                "; ".join(dict.fromkeys(t.why_not for t in (*shapes, alike) if t.why_not)),
            )
        )  # fmt: skip
    return Table(
        f"{coded.instrument.name}-shapes",
        "Are the numbers normal in each outcome, and do they vary alike?",
        (text("feature", "feature"), N, number("w_yes", "W, yes", 4), p("p_yes", "p, yes"),
         number("w_no", "W, no", 4), p("p_no", "p, no"), number("f", "F", 4),
         p("p_levene", "p, Levene"), WHY_NOT),
        tuple(rows),
        "Shapiro-Wilk test in each outcome; Levene's test around the mean, as JASP makes it",
        n=len(labels),
        missing="a paper without an answer is left out of the feature's tests",
        topic=topic,
    )  # fmt: skip


def _among(coded: Coded, features: list[Feature], seed: int) -> Iterator[Table]:
    """Yield how features go with each other: ordered levels crossed, and numbers by them."""
    ordinal = [feature for feature in features if feature.ordinal]
    topic = f"Features among each other: {coded.instrument.name}"
    for first, second in combinations(ordinal, 2):
        found = contingency(first.levels(), second.levels(), first.order, second.order)
        if found.tested.p is not None:
            name = f"{coded.instrument.name}-{first.name}-{second.name}"
            yield crossed_table(name, first.name, second.name, found, topic, seed)
    numbers = [feature for feature in features if feature.numeric]
    if not ordinal or not numbers:
        return
    kruskal: list[tuple[Cell, ...]] = []
    pairs: list[tuple[Cell, ...]] = []
    for number_of in numbers:
        for by in ordinal:
            groups = _by(number_of, by.levels())
            groups = {level: groups[level] for level in by.order if level in groups}
            test = kruskal_wallis(groups)
            kruskal.append(
                (number_of.name, by.name, test.n, test.missing, test.statistic, test.freedom,
                 test.p, test.effect, test.why_not)
            )  # fmt: skip
            if test.p is not None and test.p < _LEVEL:
                pairs += [
                    (number_of.name, by.name, pair.first, pair.second, pair.z, pair.one_sided,
                     pair.two_sided, pair.holm, pair.bonferroni)
                    for pair in dunn(groups)
                ]  # fmt: skip
    yield Table(
        f"{coded.instrument.name}-kruskal-wallis",
        "Numbers by ordered features",
        (text("feature", "feature"), text("by", "by"), N, MISSING, number("h", "H", 4),
         count("freedom", "df"), P, EFFECT, WHY_NOT),
        tuple(kruskal),
        "Kruskal-Wallis test with tie correction; effect: epsilon squared, H / (n - 1)",
        n=len(coded.answers),
        missing="a paper without one of the two answers is left out",
        topic=topic,
    )  # fmt: skip
    if pairs:
        yield Table(
            f"{coded.instrument.name}-dunn",
            "Which levels differ, where the test above has p below 0.05",
            (text("feature", "feature"), text("by", "by"), text("first", "level"),
             text("second", "against"), number("z", "z", 3), p("one_sided", "p, one-sided"),
             p("two_sided", "p, two-sided"), HOLM, p("bonferroni", "p, Bonferroni")),
            tuple(pairs),
            "Dunn's test on the ranks of all values, corrected for ties; Holm and Bonferroni "
            "adjust the two-sided p over the pairs of one feature; JASP prints the one-sided p",
            n=len(coded.answers),
            missing="as in the table above",
            topic=topic,
        )  # fmt: skip
