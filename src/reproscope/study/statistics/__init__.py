"""Statistics as plain functions of numbers, each with n, what was missing, and its recipe.

What comes in: sequences with NaN or None where a value is missing. What goes out: a
``StatisticalTest`` or another frozen value; where a test cannot be made (a group of one, all values
equal) it has no p and says why. Nothing here knows of papers or tables; ``analysis`` does.
"""

from reproscope.study.statistics.adjusting import benjamini_hochberg, holm
from reproscope.study.statistics.contingency import Contingency, contingency, permuted_p
from reproscope.study.statistics.groups import GroupComparison, compare_groups
from reproscope.study.statistics.means import Mean, Share, marginal_means, mean_of, share_of
from reproscope.study.statistics.ranks import (
    Pair,
    dunn,
    kruskal_wallis,
    mann_whitney,
    spearman,
)
from reproscope.study.statistics.shape import levene, shapiro_wilk
from reproscope.study.statistics.statistical_test import StatisticalTest

__all__ = [
    "Contingency",
    "GroupComparison",
    "Mean",
    "Pair",
    "Share",
    "StatisticalTest",
    "benjamini_hochberg",
    "compare_groups",
    "contingency",
    "dunn",
    "holm",
    "kruskal_wallis",
    "levene",
    "mann_whitney",
    "marginal_means",
    "mean_of",
    "permuted_p",
    "shapiro_wilk",
    "share_of",
    "spearman",
]
