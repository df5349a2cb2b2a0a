"""How pylint rates the sources, for the thesis's profile alone: asked only where that is wanted.

``copying`` lays the sources as text into a folder of ours, ``child`` is the process that runs
pylint over them, and ``collecting`` starts it and keeps what it says. Pylint obeys nothing of the
target: no configuration, no remark in a source; and it imports nothing of it.
"""

from __future__ import annotations

from reproscope.repository.collect.python.rating.collecting import collect_rating
from reproscope.repository.collect.python.rating.records import Rated, Rating

__all__ = ["Rated", "Rating", "collect_rating"]
