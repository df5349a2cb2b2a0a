"""Whether one confusion matrix of several classes can yield the scores reported for it.

## What it does
The class counts fix the rows' sums of a c-by-c confusion matrix. The check decides whether a
matrix of whole numbers has all reported scores: overall accuracy, and micro, macro and weighted
averages of the one-against-rest scores, single classes' scores (`recall[setosa]`), balanced
accuracy, and Cohen's kappa and the Matthews coefficient of the whole matrix. Overall accuracy (the
share of items called rightly) and the mean of the one-against-rest accuracies are different scores
and are told apart by name. The classes' errors are linked as they really are: an item missed by its
class is a false alarm of exactly one other.

Consistent comes with a matrix, verified in exact arithmetic. Inconsistent comes with a proof:
exhaustion, or bounds in exact or outward-rounded arithmetic. What is neither found nor excluded in
time is undecided.

## Why it matters
Papers mix the averages: a weighted recall is the accuracy, a micro F1 is the accuracy, and a table
in which they differ was not computed from one matrix.

## Known problems
- "Precision" or "F1" without a word about the average can be macro, micro or weighted, and such a
  name is refused. Name the average the paper states; where it states none, `--average unknown`
  tries each.
- Macro F1 is the mean of the classes' F1 here, as in scikit-learn; some compute it from the mean
  precision and the mean recall.
- "Average accuracy" and "mean accuracy" are the overall accuracy, the mean recall or the mean of
  the one-against-rest accuracies, as the field goes, and are refused: write `acc`, `macro-recall`
  or `macro-acc`. Kappa with linear or quadratic weights is refused too.
- A class that is never called has precision 0/0, printed as 0 by default, and it counts in the
  mean. A class without items counts in a macro average; balanced accuracy leaves it out.
- Non-linear averages over many classes or many items can stay undecided: of classes of more than
  40 sizes, of a thousand classes, and of more than some ten thousand items at a low accuracy.

## Example
    reproscope scores check --classes setosa:50,versicolor:50,virginica:50 \\
        acc=0.9533 macro-recall=0.9533

## How to mend
Compare class counts and averages with the paper. Authors: print the confusion matrix.

## References
Beyond seed 003, which treats two classes. The averages are those of scikit-learn's
`precision_recall_fscore_support`.
"""
