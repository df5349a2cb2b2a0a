"""Whether several test sets or data sets, averaged, can yield the scores reported over all.

## What it does
Scores are often reported over several sets: the 20 test images of a retina data set, or a
benchmark of ten data sets, each with a cross-validation of its own. The check takes each set's
counts and folding and decides, as rules S101 and S102 do, whether whole-number confusion matrices
of the sets can have the reported scores:

- **mean of scores** over the sets: each set's score, itself aggregated over its folds as the set
  says, and then the mean;
- **score of means**: all counts are added up, and there is one score;
- **unknown**: every combination of the two at the two levels is tried, and the answer says which
  fits.

For a named set of images, evaluation `datasets` means the mean over the images and `test-set`
means all of them pooled. Standard deviation, minimum and maximum over the sets are further scores.

Witnesses are verified exactly; inconsistencies are proven by exhaustion or by bounds that were
rounded outwards.

## Why it matters
Pooled and averaged scores differ in the third digit, and so do scores inside the field of view
and over all pixels. Numbers from different conventions stand side by side in many tables, and the
check can tell which of them a row can have come from.

## Known problems
- A set of images must be complete: a paper that leaves one image out, or uses another annotator,
  reports on other counts. `reproscope scores datasets` says whose counts are meant.
- Images that were resized or cropped have other counts.
- Where sets are themselves means over folds, standard deviations over the sets and folds that
  were left out of a mean are not supported, and the claim is reported as such.
- With millions of pixels an image, four decimals of a mean leave much room: see the power.

## Example
    reproscope scores check --dataset drive.test.fov --kind datasets acc=0.9494 sens=0.7344

## How to mend
Compare the sets, their counts and the average with the paper. Authors: print each set's scores.

## References
Seed 003, sections 4.1 to 4.3 and 5.1.
"""
