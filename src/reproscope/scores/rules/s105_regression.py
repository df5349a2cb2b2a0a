"""Whether errors reported for a regression can belong to one set of predictions.

## What it does
Mean absolute error, mean squared error, its root, and the coefficient of determination of the
same predictions are tied to each other: rmse is the root of mse; mae is at most rmse and, with N
items, at least rmse divided by the root of N; r2 is 1 - mse / variance of the target. The check
decides in exact arithmetic whether values in all windows satisfy every relation at once, and with
the target's variance or standard deviation where it is given. On these it always decides.

Where they are printed too, these take part:

- the largest error M: mae ≤ M ≤ N·mae, mse ≤ M·mae, and the exact bounds behind both;
- the mean error, or bias: its size is at most mae, and mse - bias² is the variance of the errors;
- explained variance, 1 - variance of the errors / variance of the target: at least r2;
- Pearson's correlation of target and prediction, and its square: the correlation is at least the
  root of the explained variance where that is positive; two items correlate by 1 or -1.

**Consistent** comes with a witness: a vector of errors, such as one of 12.5 and 441 of 3.1, and a
variance of the target, from which every score was computed again exactly. Targets and errors are
free of each other because predictions are, so any targets of that variance will do; for a
correlation, those whose covariance with the errors it asks for. **Inconsistent** comes with exact
bounds that exclude all errors. Scores that tie the largest or mean error to others can stay
**undecided** where the windows only just touch, or where the number of items is not said.

## Why it matters
An rmse that is not the root of the mse beside it, or an r2 that the errors and the target's
variance exclude, shows that the numbers come from different models, units or test sets.

## Known problems
- The variance must be that of the *test* targets, in the units of the errors. The training set's
  variance, or scaled targets, make consistent numbers look inconsistent.
- r2 divides by the variance over N. A printed variance may divide by N - 1, which differs in the
  third digit for a thousand items: unless `variance` says which, both are tried, and the answer
  says which fits.
- Some software reports r2 as a squared correlation, which obeys other bounds: call it
  `squared-correlation`.
- Means over folds obey weaker relations (the mean of roots is not the root of the mean): this
  rule is for one test set.
- `percent` applies to r2, explained variance and correlations. Errors have the target's unit and
  are never taken for percentages.
- An epsilon is a half-width of scores; the target's variance keeps its printed digits.
- If the targets do not vary, r2 is undefined. By default a reported 0 is then admitted, and a 1
  for perfect predictions, as scikit-learn prints them; `undefined` changes that.
- Percentage errors, median errors, normalised errors and rank correlations are refused by name:
  the other scores say nothing, or nothing certain, about them.

## Example
    reproscope scores check --items 442 --target-variance 5929.9 mse=2900.2 rmse=53.85 r2=0.511

is consistent, if the variance divides by N; with `r2=0.811` it is inconsistent, and `r2=0.511` is
the nearest value that fits.

## How to mend
Compare the units, the test set and the definition of r2 with the paper. Authors: say the variance
of the test targets.

## References
Beyond seed 003. The relations are elementary: Jensen's inequality, and the norms of a vector of N
errors. `reproscope.scores.regression.moments` and `.question` prove them.
"""
