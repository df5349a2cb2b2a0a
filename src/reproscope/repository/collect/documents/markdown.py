"""Markdown, line by line: headings, fenced and indented code, tables, comments, front matter.

No full parser: what a line is decides everything else that is asked of a README, and a line is
looked at once.
"""

from __future__ import annotations

import re

from reproscope.repository.collect.documents.document import LineKind
from reproscope.repository.collect.documents.lines import Shape

_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])\s")
_FENCE = re.compile(r"(`{3,}|~{3,})\s*([^`]*)$")
_HTML_HEADING = re.compile(r"<h([1-6])\b[^<>]{0,200}>(.*)", re.IGNORECASE)
_BOLD = re.compile(r"(?:\*\*|__)([^*_]{2,80}?):?(?:\*\*|__):?$")
_TAG = re.compile(r"<[^<>]{0,500}>")
_BOLD_LEVEL = 7


def marked_down(lines: list[str]) -> Shape:
    """Return what each line of a Markdown text is."""
    return _Reader(lines).read()


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.shape = Shape(lines)
        self.fence = ""
        self.closing = ""  # the end of a comment or of preformatted text that is open
        self.in_list = False
        self.indented = False

    def read(self) -> Shape:
        lines = self.shape.lines
        first = self._front_matter(lines)
        for number in range(first + 1, len(lines) + 1):
            self.shape.kinds.append(self._kind(number, lines[number - 1]))
        return self.shape

    def _front_matter(self, lines: list[str]) -> int:
        """Return how many lines a YAML head takes; a rule at the top is not one."""
        if not lines or lines[0].rstrip() != "---":
            return 0
        for number, line in enumerate(lines[1:200], 2):
            if line.rstrip() in ("---", "..."):
                self.shape.kinds.extend(["hidden"] * number)
                return number
        return 0

    def _kind(self, number: int, line: str) -> LineKind:
        body = line.strip().lstrip("> ")
        if self.fence:
            return self._in_fence(body)
        if self.closing:
            return self._in_html(body)
        if not body:
            return "blank"
        return self._opening(number, body) or self._text(number, line, body)

    def _in_fence(self, body: str) -> LineKind:
        ends = body.startswith(self.fence) and not body.strip(self.fence[0])
        if ends:
            self.fence = ""
            return "hidden"
        return "code" if body else "blank"

    def _in_html(self, body: str) -> LineKind:
        kind: LineKind = "hidden" if self.closing == "-->" else "code"
        if self.closing in body.casefold():
            self.closing = ""
        return kind

    def _opening(self, number: int, body: str) -> LineKind | None:
        """Recognise what opens a fence, a comment or preformatted text."""
        item = _ITEM.match(body)
        fence = _FENCE.match(body[item.end() :].lstrip() if item else body)
        if not fence and body in ("`", "``") and body in self._ahead(number):
            self.fence = body  # code between lone backticks, as some people write it
            return "hidden"
        if fence:
            self.fence = fence[1]
            self.shape.languages[number] = fence[2].strip().strip("{}.").split(" ")[0].casefold()
            return "hidden"
        low = body.casefold()
        if low.startswith("<!--"):
            self.closing = "" if "-->" in low else "-->"
            return "hidden" if low.endswith("-->") or self.closing else None
        if low.startswith("<pre"):
            self.closing = "" if "</pre>" in low else "</pre>"
            return "code"
        return None

    def _ahead(self, number: int) -> set[str]:
        return {line.strip() for line in self.shape.lines[number : number + 30]}

    def _text(self, number: int, line: str, body: str) -> LineKind:
        if self._is_heading(number, line, body):
            self.in_list = False
            return "heading"
        before = self.shape.kinds[-1] if self.shape.kinds else "blank"
        deep = line.startswith(("    ", "\t")) and (before == "blank" or self.indented)
        self.indented = deep and (not self.in_list or line.startswith(("        ", "\t\t")))
        if self.indented and not _ITEM.match(body):
            return "code"
        if not line.startswith((" ", "\t")):
            self.in_list = bool(_ITEM.match(body))
        return "table" if body.startswith("|") or body.count("|") >= 2 else "prose"

    def _is_heading(self, number: int, line: str, body: str) -> bool:
        if body.startswith("#") and not line.startswith(("    ", "\t")):
            return self._hashes(number, body)
        if html := _HTML_HEADING.match(body):
            self.shape.heading(_TAG.sub("", html[2]) or "untitled", int(html[1]), number)
            return True
        if bold := _BOLD.fullmatch(body):
            self.shape.heading(bold[1], _BOLD_LEVEL, number)
            return True
        return self._underlined(number, body)

    def _hashes(self, number: int, body: str) -> bool:
        title = body.lstrip("#")
        level = len(body) - len(title)
        loose = level > 1 or number == 1  # `##Title` is common; `#1` in a sentence is not a title
        if level > 6 or not title.strip() or (title[0] not in " \t" and not loose):
            return False
        self.shape.heading(title.strip().rstrip("#"), level, number)
        return True

    def _underlined(self, number: int, body: str) -> bool:
        """A line of ``===`` or ``---`` makes the prose above it a heading."""
        if len(body) < 2 or body.strip(body[0]) or body[0] not in "=-" or number < 2:
            return False
        if self.shape.kinds[-1] != "prose" or _ITEM.match(self.shape.lines[number - 2].strip()):
            return False
        self.shape.kinds[-1] = "heading"
        self.shape.heading(self.shape.lines[number - 2], 1 if body[0] == "=" else 2, number - 1)
        return True
