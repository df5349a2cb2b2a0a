"""Releases aggregates of a study that tell next to nothing of any one paper.

Seed 002 (section 4) asks for differential privacy, so that nobody learns which papers are hard to
reproduce. What comes in: a ``Holding``, a ``Plan`` of what is wanted and at which price, and the
open study, whose budget pays. What goes out: tables of noisy numbers, each with its accuracy. The
way through: ``planning`` checks what is asked, ``placing`` puts papers into public categories,
``counting`` counts exactly and knows how much one paper changes, ``noise`` is OpenDP's, ``showing``
makes tables of noisy numbers alone, and ``releasing`` spends before it draws.
"""

from reproscope.study.privacy.planning import Groups, Plan, Request, What, standard_plan
from reproscope.study.privacy.releasing import release

__all__ = ["Groups", "Plan", "Request", "What", "release", "standard_plan"]
