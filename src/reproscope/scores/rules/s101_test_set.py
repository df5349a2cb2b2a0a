"""Whether one confusion matrix can yield the scores reported for a test set.

## What it does
A test set of p positives and n negatives leaves a classifier (p + 1)·(n + 1) confusion matrices
and no more. Each reported score, with the digits it was printed with, is a window of values. The
check decides whether one whole-number matrix lies in all windows at once.

- **Consistent** comes with a witness: a matrix whose scores, computed in exact arithmetic, lie in
  the windows. Where it can be counted, the number of such matrices is said too.
- **Inconsistent** comes with a proof: either no score of this kind can have the printed value, or
  all matrices were excluded, region by region, by exact integers or by bounds rounded outwards.
  No tolerance of a floating-point number decides anything.
- **Undecided** means that the time limit came first. It says nothing about the scores.

The class counts may be numbers, ranges, or only a total; then every split of the total is tried.
With an inconsistency come the smallest set of scores that cannot hold together and the nearest
value of each score that would fit the others. The power is the share of one-digit slips that the
test would have caught: a "consistent" with little power says little.

## Why it matters
Three scores at four decimals usually fit one matrix in thousands, so a slip of a digit, a score
swapped with another, or a test set other than the one described leaves a trace that anyone can
verify, without the data and without the code.

## Known problems
- An inconsistency is between the scores *and* the description. A misread number, other class
  counts, a positive class that was taken for the negative one, or an average that the paper does
  not mention are as likely as an error of the paper.
- The windows are closed and by default a whole unit of the last digit wide on either side
  (`any`), so that rounding up, down and to the nearest are admitted. A number that was rounded
  twice, or computed from rounded numbers, can fall outside.
- A score that is 0/0 may have been printed as 0 (the default), never have occurred (`never`), or
  stand for any value (`any`). The default admits more matrices, not fewer.
- "Consistent" does not mean that the scores are right, only that they are possible.
- A name can mean several scores. "F1" is that of the positive class; averages over both classes
  belong to rule S104.

## Example
    reproscope scores check --positives 1000 --negatives 6000 acc=0.6821 npv=0.9401 f1=0.4004

is consistent, with two matrices; with `acc=0.6811` there is none.

## How to mend
Compare the printed scores, the class counts and the rounding with the paper. Authors: print the
confusion matrix, from which every score follows.

## References
Seed 003, sections 3.1 to 3.3.
"""
