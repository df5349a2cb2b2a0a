"""Reproduction attempts: at which level, with what result, to what outcome.

What was seen comes in as plain values, the seeds' words for it go out. ``level`` is the decision
before an attempt, ``printed`` and ``result`` compare numbers, ``outcome`` sums an attempt up,
``criteria`` holds the other published rule for the same question, and ``comparison`` the
statistics where runs were repeated.
"""
