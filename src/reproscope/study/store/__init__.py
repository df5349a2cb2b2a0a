"""Keeps a study in a database: a SQLite file, or PostgreSQL for teams.

What comes in: papers, instruments, answers, resolutions, attempts, draws, assignments. What goes
out: the same, with their whole history, and a ``Holding`` for the analysis. The way through:
``address`` reads where a study lies, ``opening`` makes or opens it (``recognising`` looks whether
it is one, ``migrating`` brings an earlier version up to date), and ``study`` has the verbs; each
subject has a module over the tables of ``schema``. Rows are only added. ``connecting`` lets one
writer in at a time; answers pass through ``batch``, ``recording`` and ``bulk`` in columns, as there
can be millions. SQL is never put together from what people wrote.
"""

from reproscope.study.store.opening import create, open_study
from reproscope.study.store.study import Study

__all__ = ["Study", "create", "open_study"]
