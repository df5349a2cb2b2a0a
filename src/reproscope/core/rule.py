"""A rule: one question reproscope asks, with the documentation that ``explain`` prints.

"Known problems" is mandatory, because whoever reads a finding must know where it can be wrong.
"""

import inspect
import re
from dataclasses import dataclass

HEADINGS = (
    "What it does",
    "Why it matters",
    "Known problems",
    "Example",
    "How to mend",
    "References",
)
MANDATORY = ("What it does", "Why it matters", "Known problems")

_CODE = re.compile(r"[A-Z]{1,3}\d{3}")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_HEADING = re.compile(r"^##[ \t]+(?P<title>.+?)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rule:
    """One question: code ``S101``, a name in-kebab-case, the room, and its documentation.

    ``documentation`` is Markdown whose second-level headings are among ``HEADINGS``, in that
    order; those of ``MANDATORY`` must be there and must say something.
    """

    code: str
    name: str
    room: str
    summary: str
    documentation: str
    since: str = "0.1.0"

    def __post_init__(self) -> None:
        if not _CODE.fullmatch(self.code):
            raise ValueError(f"rule code {self.code!r} must look like 'S101'")
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"rule {self.code}: name {self.name!r} must be in-kebab-case")
        if not self.summary.strip() or "\n" in self.summary:
            raise ValueError(f"rule {self.code}: the summary must be one line")
        self._check_headings()

    def _check_headings(self) -> None:
        sections = self.sections()
        for title in sections:
            if title not in HEADINGS:
                expected = ", ".join(HEADINGS)
                raise ValueError(f"rule {self.code}: heading {title!r} is not one of {expected}")
        if list(sections) != [title for title in HEADINGS if title in sections]:
            raise ValueError(f"rule {self.code}: headings must come in the order {HEADINGS}")
        for title in MANDATORY:
            if not sections.get(title):
                raise ValueError(f"rule {self.code}: section {title!r} is missing or empty")

    def sections(self) -> dict[str, str]:
        """Return the documentation's sections, heading to text."""
        marks = list(_HEADING.finditer(self.documentation))
        ends = [mark.start() for mark in marks[1:]] + [len(self.documentation)]
        return {
            mark["title"]: self.documentation[mark.end() : end].strip()
            for mark, end in zip(marks, ends, strict=True)
        }

    def markdown(self) -> str:
        """Return the whole page of the rule, with a title."""
        return f"# {self.code} {self.name}\n\n{self.summary}\n\n{self.documentation.strip()}\n"

    @classmethod
    def from_docstring(
        cls, *, code: str, name: str, room: str, module_doc: str | None, since: str = "0.1.0"
    ) -> "Rule":
        """Make a rule of a module's docstring: summary, blank line, headed sections.

        What stands between the summary and the first heading becomes part of the documentation.
        """
        text = inspect.cleandoc(module_doc or "")
        summary, _, documentation = text.partition("\n")
        return cls(code, name, room, summary.strip(), documentation.strip(), since)
