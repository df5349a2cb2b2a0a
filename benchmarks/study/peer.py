"""What a meta-researcher's own script would do with the same table: plain pandas and libraries.

``python -m benchmarks.study.peer analyse ANSWERS RESOLUTIONS`` prints means as JSON, ``agreement``
the coefficients, and ``alpha`` one coefficient by a package and by ours. It knows this survey only,
checks nothing, keeps no history: what it does, it does as fast as pandas allows.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

METHOD = ["problem", "goal", "pseudocode"]
DATA = ["material", "splits", "results"]
EXPERIMENT = ["code", "licence", "seeds", "hardware"]
BOOLEANS = [*METHOD, *DATA, *EXPERIMENT, "repeated"]
WORDS = ["study", "task", "effort", "clarity"]
NUMBERS = ["figures", "equations", "openness", "pages"]
METRICS = ["documented", "sharing", "density"]


def settled(answers: str, resolutions: str) -> pd.DataFrame:
    """Return one answer for each paper and question."""
    table, decided = pd.read_csv(answers), pd.read_csv(resolutions)
    by_paper = table.groupby("paper")
    first, different = by_paper.first(), by_paper.nunique()
    for name in [*BOOLEANS, *WORDS, *NUMBERS]:
        first[name] = first[name].where(different[name] == 1)
        found = decided[decided["variable"] == name].set_index("paper")["value"]
        found = found if name in WORDS else pd.to_numeric(found)
        first.loc[found.index, name] = found
    return first


def analyse(answers: str, resolutions: str) -> dict[str, Any]:
    """Compute the metrics by venue, the comparisons, the coverage and the tests of features."""
    from scipy import stats

    papers = settled(answers, resolutions)
    papers.loc[papers["material"] == 0, "splits"] = np.nan
    empirical = papers[papers["study"] == "empirical"].copy()
    empirical["documented"] = empirical[METHOD + DATA + EXPERIMENT].mean(axis=1)
    weights = pd.Series(1.0, index=DATA + EXPERIMENT)
    weights["code"] = 2.0
    shared = empirical[DATA + EXPERIMENT]
    empirical["sharing"] = (shared * weights).sum(axis=1) / (shared.notna() * weights).sum(axis=1)
    empirical["density"] = empirical["figures"] / empirical["pages"]
    by_venue = empirical.groupby("venue")[METRICS].agg(["count", "mean", "std", "median"])
    tests = [
        (name, *pair, *test(values[pair[0]], values[pair[1]]))
        for name in METRICS
        for values in [{v: g.dropna() for v, g in empirical.groupby("venue")[name]}]
        for pair in combinations(sorted(values), 2)
        for test in (
            stats.ttest_ind,
            lambda a, b: stats.ttest_ind(a, b, equal_var=False),
            stats.mannwhitneyu,
        )
    ]
    features = [
        stats.chi2_contingency(pd.crosstab(papers[name], papers["repeated"])).pvalue
        for name in [*BOOLEANS[:-1], *WORDS[1:]]
    ]
    yes, no = papers[papers["repeated"] == 1], papers[papers["repeated"] == 0]
    features += [stats.mannwhitneyu(yes[n].dropna(), no[n].dropna()).pvalue for n in NUMBERS]
    coverage = empirical[BOOLEANS].mean()
    return {
        "means": {name: float(empirical[name].mean()) for name in METRICS},
        "groups": len(by_venue), "tests": len(tests) + len(features), "covered": len(coverage),
    }  # fmt: skip


def wide(answers: str, name: str) -> pd.DataFrame:
    """Return one question's answers: a row a paper, a column a coder."""
    table = pd.read_csv(answers, usecols=["paper", "coder", name])
    return table.pivot(index="paper", columns="coder", values=name)


def agreement(answers: str) -> dict[str, Any]:
    """Compute percent agreement and Fleiss' kappa of every question; no intervals."""
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    table = pd.read_csv(answers)
    found = {}
    for name in [*BOOLEANS, *WORDS]:
        rated = table.pivot(index="paper", columns="coder", values=name).dropna()
        counts, _ = aggregate_raters(rated.to_numpy())
        same = float((counts * (counts - 1)).sum(axis=1).mean() / 6)
        found[name] = (same, float(fleiss_kappa(counts)))
    return found


def timed(compute: Callable[[], float]) -> tuple[float, float]:
    """Return a value and the CPU seconds it took."""
    begun = time.process_time()
    return compute(), time.process_time() - begun


def alpha(answers: str) -> dict[str, tuple[float, float]]:
    """Compute Krippendorff's alpha of one question, from the same table in memory."""
    import simpledorff

    from benchmarks.study.generated import INSTRUMENT
    from reproscope.instruments import load
    from reproscope.study.coding.agreement.alpha import alpha as ours
    from reproscope.study.coding.comparing import Long
    from reproscope.study.coding.pooling import rated

    instrument = load(str(INSTRUMENT))
    table = pd.read_csv(answers, usecols=["paper", "coder", "task"], dtype=str).dropna()
    long = table.rename(columns={"task": "value"}).assign(variable="task")

    def of_simpledorff() -> float:
        return float(
            simpledorff.calculate_krippendorffs_alpha_for_df(
                table, experiment_col="paper", annotator_col="coder", class_col="task"
            )
        )

    def of_reproscope() -> float:
        answered = Long.of(long, instrument).answered(instrument.variable("task"))
        ratings, _ = rated([answered])
        value = ours(ratings, ratings.units)
        assert value is not None
        return value

    return {"reproscope": timed(of_reproscope), "simpledorff": timed(of_simpledorff)}


def main() -> None:
    asked: dict[str, Callable[..., dict[str, Any]]] = {
        "analyse": analyse, "agreement": agreement, "alpha": alpha,
    }  # fmt: skip
    print(json.dumps(asked[sys.argv[1]](*sys.argv[2:])))


if __name__ == "__main__":
    main()
