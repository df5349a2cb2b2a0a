"""Real experiments drawn at random, with what their authors would have printed.

Each kind has a drawer: a function from a random source to a `Case`. The property tests and the
long run of ``benchmarks/fuzz.py`` use the same ones; a new kind of experiment is one `Drawer` more.
"""

from __future__ import annotations

from tests.scores.drawing.auc import draw_auc
from tests.scores.drawing.case import Case, Drawer
from tests.scores.drawing.folds import (
    draw_known_folds,
    draw_open_aggregation,
    draw_score_of_means,
    draw_stratified_folds,
    draw_unknown_curved,
    draw_unknown_linear,
)
from tests.scores.drawing.matrices import draw_test_set, draw_total_or_ranges
from tests.scores.drawing.regressions import draw_regression, regression_fault
from tests.scores.drawing.sets import draw_datasets
from tests.scores.drawing.several import draw_several, several_fault
from tests.scores.drawing.spreads import draw_spreads

# Kinds of two classes, which brute force can judge too, and how many of a hundred are of each.
TWO_CLASSES: tuple[Drawer, ...] = (
    Drawer("test set", 30, draw_test_set),
    Drawer("total or ranges", 6, draw_total_or_ranges),
    Drawer("known folds", 10, draw_known_folds),
    Drawer("stratified folds", 8, draw_stratified_folds),
    Drawer("unknown folds, linear scores", 4, draw_unknown_linear),
    Drawer("unknown folds, curved scores", 2, draw_unknown_curved),
    Drawer("score of means", 5, draw_score_of_means),
    Drawer("aggregation unknown", 5, draw_open_aggregation),
    Drawer("least, greatest, spread", 6, draw_spreads),
    Drawer("data sets", 6, draw_datasets),
    Drawer("AUC", 6, draw_auc),
)
DRAWERS: tuple[Drawer, ...] = (
    *TWO_CLASSES,
    Drawer("several classes", 6, draw_several, several_fault),
    Drawer("regression", 6, draw_regression, regression_fault),
)

__all__ = ["DRAWERS", "TWO_CLASSES", "Case", "Drawer"]
