"""Named data sets and how many items of each class they hold, so that nobody has to count again.

What comes in: TOML files, those beside this code and a user's own. What goes out: a
:class:`DataSet` with its class counts, its images where they were counted one by one, where the
numbers come from (``source``) and how they were checked (``verified``). It knows nothing about
scores. The way through: ``dataset`` (the values) → ``reading`` (TOML to values, checked) →
``registry`` (find one by name).

What could not be checked is left out of the files, and a comment there says why.

>>> from reproscope.scores import facts
>>> facts.get("TPEHG").positives, facts.get("TPEHG").negatives
(38, 262)
>>> facts.get("isic2017.test").one_vs_rest("melanoma")
(117, 483)
>>> [other.id for other in facts.siblings("drive.test.fov")]
['drive.test.all']
"""

from reproscope.scores.facts.dataset import DataSet, Part, Region, Task
from reproscope.scores.facts.reading import FactsError
from reproscope.scores.facts.registry import Registry, get, load, siblings

__all__ = [
    "DataSet",
    "FactsError",
    "Part",
    "Region",
    "Registry",
    "Task",
    "get",
    "load",
    "siblings",
]
