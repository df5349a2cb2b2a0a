"""The exact solvers: for constraints on counts, a witness, a proof that there is none, or neither.

What comes in: constraints in exact rationals. What goes out: a `Decision`. No verdict here rests
on a floating-point comparison: floats only exclude what outward rounding shows to be impossible,
and only propose what exact integers then verify.
"""
