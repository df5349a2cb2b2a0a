"""Whether some confusion matrices of the folds can yield the scores of a cross-validation.

## What it does
In k-fold cross-validation every item is tested once (once in each repetition), so the folds'
confusion matrices add up to the data set. Two aggregations are common and differ:

- **score of means**: the matrices are added up and one score is computed. This is a test set of
  all items, decided as in rule S101.
- **mean of scores**: each fold has its score, and the mean is printed. The check decides whether
  whole-number matrices, one for each fold, have means in all windows at once, also for scores
  that are not linear, such as F1 or the Matthews coefficient. Standard deviation, minimum and
  maximum over the folds count as further scores (`acc.sd`, `acc.min`, `acc.max`, `0.83±0.02`).
- **unknown**: both are tried; one that fits is enough, and the answer says which.

The folds' composition may be given (`known`), follow scikit-learn's rule since 0.22
(`stratified`) or its older one (`stratified-by-class`), or be **unknown**: then every
configuration with folds of equal size, to one item, is admitted in which at least two folds hold
each class, so that every training set does.

Consistent comes with a matrix for each fold that was verified exactly. Inconsistent is proven by
exhaustion over exact sums, or by bounds on what each fold can contribute, rounded outwards; with
unknown folds the bounds hold for every configuration at once.

## Why it matters
The mean over folds moves in small, known steps. Scores that cannot be such means were evaluated
in another way than described: on other data, with minority items repeated before the folds were
made, or with another average.

## Known problems
- The description matters more than for a test set: folding and aggregation are often not
  reported. Say `unknown` where the paper does not say, not what is usual.
- What a fold contributed on which a score is 0/0, say the sensitivity of a fold without
  positives, is part of the description: `zero` (the default, as scikit-learn prints), `skipped`,
  `undefined` (there was no such fold), or `unknown` (each is tried).
- Under `zero`, a score of two parts, such as balanced accuracy on a fold without positives, may
  have counted 0, half of its defined part, or that part alone: each is tried, one for all folds.
- Grouped folds, whose sizes differ by more than one item, are not among the unknown ones: give
  the folds.
- Items that were left out, repeated or made up before the folds were drawn change the class
  counts. State the counts that were really folded.
- Non-linear scores over many or large folds can stay undecided within the time limit.

## Example
    reproscope scores check --dataset tpehg --folds 5 --folding unknown \\
        --aggregation mean-of-scores acc=0.9447 sens=0.9139 spec=0.9733

is inconsistent under every folding of 38 and 262 items, and consistent with 244 and 262.

## How to mend
Compare class counts, folding and aggregation with the paper. Authors: print the scores or the
confusion matrix of every fold, and say whether anything was resampled before the folds were made.

## References
Seed 003, sections 4.1 to 4.4 and 5.2; the non-linear scores and the spreads go beyond it.
"""
