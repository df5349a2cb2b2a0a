"""Whether errors reported for a regression can belong to one set of predictions.

## What it does
Mean absolute error, mean squared error, its root, and the coefficient of determination of the
same predictions are tied to each other: rmse is the root of mse; mae is at most rmse and, with N
items, at least rmse divided by the root of N; r2 is 1 - mse / variance of the target. The check
decides in exact arithmetic whether values in all windows satisfy every relation at once, and with
the target's variance or standard deviation where it is given.

## Why it matters
An rmse that is not the root of the mse beside it, or an r2 that the errors and the target's
variance exclude, shows that the numbers come from different models, units or test sets.

## Known problems
- The variance must be that of the *test* targets, in the units of the errors. The training set's
  variance, or scaled targets, make consistent numbers look inconsistent.
- The variance here divides by N. One that divides by N - 1 differs in the third digit for a
  thousand items.
- Some software reports r2 as a squared correlation, which obeys other bounds.
- Means over folds obey weaker relations (the mean of roots is not the root of the mean): this
  rule is for one test set.

## Example
    reproscope scores check --items 442 --target-variance 5929.9 mse=2900.2 rmse=53.85 r2=0.511

## How to mend
Compare the units, the test set and the definition of r2 with the paper. Authors: say the variance
of the test targets.

## References
Beyond seed 003. The relations are elementary: Jensen's inequality, and the norms of a vector of N
errors.
"""
