"""READMEs that are not Markdown: reStructuredText, AsciiDoc, plain text; line by line too."""

from __future__ import annotations

import re

from reproscope.repository.collect.documents.document import LineKind
from reproscope.repository.collect.documents.lines import Shape, underlines

_DIRECTIVE = re.compile(r"\.\.\s+(?:\|[^|]{1,80}\|\s+)?([\w-]{1,40})::\s*(.*)")
_CODE_DIRECTIVES = {"code", "code-block", "sourcecode", "parsed-literal", "prompt", "highlight"}
_ASCIIDOC = re.compile(r"(={1,6})\s+(\S.*)")
_CAPITALS = re.compile(r"(?:\d{1,2}[.)]\s+)?[A-Z][A-Z0-9 &/()-]{2,60}:?")
_NUMBERED = re.compile(r"\d{1,2}[.)]\s+[A-Z][\w &/()-]{2,60}:?")


def restructured(lines: list[str]) -> Shape:
    """Return what each line of a reStructuredText is."""
    shape = Shape(lines)
    levels: list[tuple[str, bool]] = []
    block: int | None = None  # the indentation above an open block of code
    for number, line in enumerate(lines, 1):
        body = line.strip()
        indent = len(line) - len(line.lstrip())
        if block is not None and body and indent <= block:
            block = None
        if not body:
            shape.kinds.append("blank")
        elif block is not None:
            option = body.startswith(":") and shape.kinds[-1] == "hidden"
            shape.kinds.append("hidden" if option else "code")
        elif _rule(shape, number, line, levels):
            shape.kinds.append("hidden")
        else:
            kind, opens = _restructured_kind(body)
            shape.kinds.append(kind)
            block = indent if opens else None
    return shape


def _restructured_kind(body: str) -> tuple[LineKind, bool]:
    """Return what a line is, and whether indented code follows it."""
    if directive := _DIRECTIVE.match(body):
        if directive[1] in _CODE_DIRECTIVES:
            return "hidden", True
        return "prose", False
    if body.startswith(".. ") and "://" not in body:
        return "hidden", False
    if body.startswith(">>>"):
        return "code", False
    return ("table" if body.startswith(("|", "+-", "+=")) else "prose"), body.endswith("::")


def _rule(shape: Shape, number: int, line: str, levels: list[tuple[str, bool]]) -> bool:
    """Whether a line is a heading's rule; the line above it then becomes the heading."""
    sign = underlines(line)
    if sign is None:
        return False
    above = shape.lines[number - 2].strip() if number > 1 else ""
    if above and shape.kinds[-1] == "prose" and len(line.rstrip()) >= min(len(above), 3):
        over = number > 2 and underlines(shape.lines[number - 3]) == sign
        style = (sign, over)
        if style not in levels:
            levels.append(style)
        shape.kinds[-1] = "heading"
        shape.heading(above, levels.index(style) + 1, number - 1)
    return True


def asciidoc(lines: list[str]) -> Shape:
    """Return what each line of an AsciiDoc text is."""
    shape = Shape(lines)
    fence = ""
    for number, line in enumerate(lines, 1):
        body = line.strip()
        if fence:
            shape.kinds.append("hidden" if body == fence else "code" if body else "blank")
            fence = "" if body == fence else fence
        elif not body:
            shape.kinds.append("blank")
        elif len(body) >= 3 and body.strip(body[0]) == "" and body[0] in "-.`/":
            fence = body
            shape.kinds.append("hidden")
        elif title := _ASCIIDOC.match(body):
            shape.heading(title[2], len(title[1]), number)
            shape.kinds.append("heading")
        elif body.startswith(("//", ":", "[source", "[discrete")):
            shape.kinds.append("hidden")
        else:
            shape.kinds.append("table" if body.startswith("|") else "prose")
    return shape


def plain(lines: list[str]) -> Shape:
    """Return what each line of a plain text is: headings are underlined, numbered or capitals."""
    shape = Shape(lines)
    levels: list[tuple[str, bool]] = []
    for number, line in enumerate(lines, 1):
        body = line.strip()
        alone = not (lines[number - 2].strip() if number > 1 else "")
        if not body:
            shape.kinds.append("blank")
        elif _rule(shape, number, line, levels):
            shape.kinds.append("hidden")
        elif alone and (_CAPITALS.fullmatch(body) or _NUMBERED.fullmatch(body)):
            shape.heading(body.rstrip(":"), 2, number)
            shape.kinds.append("heading")
        elif body.startswith(("$ ", ">>> ")):
            shape.kinds.append("code")
        else:
            shape.kinds.append("prose")
    return shape
