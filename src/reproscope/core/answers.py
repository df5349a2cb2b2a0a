"""The words a judgement may use: outcomes, verdicts and how much a finding asks for attention.

DESIGN.md, "Words", defines them; nothing here decides which of them is right.
"""

from enum import StrEnum


class Outcome(StrEnum):
    """What an indicator of a repository or a paper found."""

    PRESENT = "present"
    PARTIAL = "partial"
    ABSENT = "absent"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not-applicable"


class Verdict(StrEnum):
    """Whether reported scores can come from the described experiment."""

    CONSISTENT = "consistent"
    INCONSISTENT = "inconsistent"
    UNDECIDED = "undecided"
    NOT_APPLICABLE = "not-applicable"


Answer = Outcome | Verdict


def is_applicable(answer: Answer) -> bool:
    """Whether the question could be asked at all."""
    return answer not in (Outcome.NOT_APPLICABLE, Verdict.NOT_APPLICABLE)


def is_answered(answer: Answer) -> bool:
    """Whether the question was asked and got an answer: neither unknown nor undecided."""
    return is_applicable(answer) and answer not in (Outcome.UNKNOWN, Verdict.UNDECIDED)


class Level(StrEnum):
    """How much a finding asks for attention; ``none`` means there is nothing to mend.

    Levels are ordered, so ``Level.NOTE < Level.WARNING < Level.ERROR``.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    NONE = "none"

    @property
    def severity(self) -> int:
        """0 for ``none`` up to 3 for ``error``."""
        return (Level.NONE, Level.NOTE, Level.WARNING, Level.ERROR).index(self)

    # StrEnum would compare the letters; all four are spelt out because str defines all four.
    def __lt__(self, other: str) -> bool:
        return self.severity < Level(other).severity

    def __le__(self, other: str) -> bool:
        return self.severity <= Level(other).severity

    def __gt__(self, other: str) -> bool:
        return self.severity > Level(other).severity

    def __ge__(self, other: str) -> bool:
        return self.severity >= Level(other).severity
