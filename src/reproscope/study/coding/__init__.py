"""Several people's answers to the same questions: who codes what, how far they agree, what counts.

The way through: ``assigning`` shares papers out, ``blindness`` says whose answers a coder may see,
``disagreements`` lists what is to be settled, ``settling`` makes one answer of several, and
``agreement`` has the coefficients that ``tabulating`` sets out, of answers lined up by
``comparing``. Nothing here asks a database.
"""

from reproscope.study.coding.assigning import Sharing, share_out
from reproscope.study.coding.blindness import finished, opened, visible
from reproscope.study.coding.disagreements import Disagreement, disagreements
from reproscope.study.coding.settling import settle
from reproscope.study.coding.tabulating import (
    agreement_table,
    agreement_tables,
    group_agreement_table,
    pair_table,
)

__all__ = [
    "Disagreement",
    "Sharing",
    "agreement_table",
    "agreement_tables",
    "disagreements",
    "finished",
    "group_agreement_table",
    "opened",
    "pair_table",
    "settle",
    "share_out",
    "visible",
]
