"""The seed's three applications (section 5), as the hypothesis table sees them."""

from __future__ import annotations

from reproscope.core import Verdict
from reproscope.scores import facts
from reproscope.scores.hypotheses import Question, explain_protocol, fitting
from tests.scores.oracle import printed, textbook


def verdicts(tested):
    return {t.hypothesis.label: t.result.verdict for t in tested}


def test_preterm_delivery_fits_only_when_positives_were_raised_before_cross_validation():
    question = Question(
        {"acc": "0.9447", "sens": "0.9139", "spec": "0.9733"}, 38, 262, folds=5, oversampled=244
    )
    tested = explain_protocol(question, time_limit=60)
    fits = fitting(tested)
    assert fits
    assert all("positives raised to" in t.hypothesis.label for t in fits)
    assert any("raised to 244" in t.hypothesis.label for t in fits)
    described = [t for t in tested if not t.hypothesis.departs]
    assert all(t.result.verdict is Verdict.INCONSISTENT for t in described)


def test_retina_scores_tell_the_field_of_view_from_all_pixels():
    # Illustrative counts on the DRIVE test set, evaluated on all pixels.
    everywhere = facts.get("drive.test.all")
    tp, tn = 431_000, 5_900_000
    cells = (tp, everywhere.positives - tp, everywhere.negatives - tn, tn)
    reported = {
        name: printed(textbook(name, *cells), 4, "nearest") for name in ("acc", "sens", "spec")
    }
    inside = facts.get("drive.test.fov")
    question = Question(reported, inside.positives, inside.negatives, data=inside)
    found = verdicts(explain_protocol(question, time_limit=60))
    pooled = "one confusion matrix"
    assert found[f"as described, {pooled}"] is Verdict.INCONSISTENT
    assert found[f"all pixels, {pooled}"] is Verdict.CONSISTENT


def test_weighted_averages_explain_sensitivity_equal_to_accuracy():
    # ISIC 2016 test set: 75 melanoma, 304 benign; both classes taken as positive in turn.
    tp, fn, fp, tn = 45, 30, 34, 270
    p, n = 75, 304
    acc = textbook("acc", tp, fn, fp, tn)
    sens, spec = textbook("sens", tp, fn, fp, tn), textbook("spec", tp, fn, fp, tn)
    weighted_spec = (p * spec + n * sens) / (p + n)
    reported = {
        "acc": printed(acc, 3, "nearest"),
        "sens": printed(acc, 3, "nearest"),
        "spec": printed(weighted_spec, 3, "nearest"),
    }
    fits = fitting(explain_protocol(Question(reported, p, n), time_limit=30))
    assert fits
    assert all("weighted averages" in t.hypothesis.label for t in fits)


def test_swapped_accuracy_and_specificity_are_recognised():
    tp, fn, fp, tn = 60, 57, 40, 443
    values = {
        s: printed(textbook(s, tp, fn, fp, tn), 3, "nearest") for s in ("acc", "sens", "spec")
    }
    reported = {"acc": values["spec"], "sens": values["sens"], "spec": values["acc"]}
    fits = fitting(explain_protocol(Question(reported, 117, 483), time_limit=30))
    assert fits
    assert all("swapped" in t.hypothesis.label for t in fits)
