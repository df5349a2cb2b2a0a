"""A finding: the answer to one question about one subject, with its evidence.

A finding may be good news; only its level says whether there is something to mend.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from reproscope.core.answers import Answer, Level
from reproscope.core.evidence import Evidence, Location
from reproscope.core.jsonvalue import JSON, json_mapping


@dataclass(frozen=True, slots=True)
class Finding:
    """What rule *rule* answered about *subject*.

    ``target`` says which one of several it is about, in a report on more than one.
    ``details`` is machine-readable and belongs to the room that made the finding. Renderers for
    people show the evidence; JSON shows the details too.
    """

    rule: str
    subject: str
    answer: Answer
    message: str
    level: Level
    evidence: tuple[Evidence, ...] = ()
    remedy: str | None = None
    details: Mapping[str, JSON] = field(default_factory=dict, hash=False)
    target: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", tuple(self.evidence))
        object.__setattr__(self, "details", json_mapping(self.details, "details"))

    @property
    def location(self) -> Location | None:
        """The first place the evidence names, if it names one."""
        return next((item.location for item in self.evidence if item.location), None)
