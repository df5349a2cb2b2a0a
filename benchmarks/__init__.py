"""Measurements: speed and memory against the peer package, in one run, and growth with size."""
