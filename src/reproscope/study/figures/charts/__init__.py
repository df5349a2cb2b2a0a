"""The charts, one module a kind: each makes drawings of a table, and reads nothing else."""
