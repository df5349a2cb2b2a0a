"""Whether a ranking of the items can have the reported area under the ROC curve.

## What it does
The area under the ROC curve of p positives and n negatives is the share of the p·n pairs that are
ranked in order, ties counting half: a whole number of half-pairs over p·n. The check decides
whether the printed value can be such a number.

With an operating point (scores such as sensitivity and specificity of one confusion matrix) it
decides more: at least tp·tn pairs are then in order and at most p·n - fp·fn, so the matrix bounds
the area and the area bounds the matrix. All scores are decided together, as in rules S101 to
S103; a witness is a matrix whose bounds contain the reported area.

## Why it matters
An area below what the paper's own sensitivity and specificity imply cannot come from the same
scores and items.

## Known problems
- The operating point must be of the same ranking: calls made by a vote, by another model of an
  ensemble or after a manual review bound nothing.
- Areas from a smoothed or fitted curve are not shares of pairs.
- The area under the *precision-recall* curve is another score and is not checked.
- Over folds only the mean of the folds' areas is supported, not the area of pooled rankings:
  scores of different folds' models are not on one scale.
- By itself, without an operating point, an area excludes next to nothing: see the power.

## Example
    reproscope scores check --positives 50 --negatives 50 sens=0.90 spec=0.90 auc=0.75

is inconsistent: at this operating point at least 81% of the pairs are in order.

## How to mend
Check that the area and the operating point are of the same model and test set.

## References
Beyond seed 003, which leaves rankings out (section 2). The area as a share of pairs: Hanley and
McNeil 1982, Radiology 143(1), doi:10.1148/radiology.143.1.7063747.
"""
