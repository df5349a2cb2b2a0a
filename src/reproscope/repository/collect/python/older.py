"""Python 2 read as Python 3: the few forms that only the older language has, token by token.

So that what such a source does is known although no Python of today runs it. Lines keep their
numbers. It is for reading only: what division or a text means in Python 2 is not looked after.
"""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

MOST_OLDER = 512 * 1024
_TAB = 8  # what a tab of Python 2 stands for in an indentation
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_LAYOUT = frozenset(
    {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.NL, tokenize.COMMENT}
)
_ENDING = frozenset({tokenize.NEWLINE, tokenize.COMMENT, tokenize.ENDMARKER})


@dataclass(slots=True)
class _Edits:
    """Pieces to put in, by line and column, and pieces of how many characters they replace."""

    by_line: dict[int, list[tuple[int, int, str]]] = field(default_factory=dict)

    def put(self, place: tuple[int, int], text: str, instead: int = 0) -> None:
        self.by_line.setdefault(place[0], []).append((place[1], instead, text))

    def applied(self, lines: list[str]) -> str:
        for number, edits in self.by_line.items():
            line = lines[number - 1]
            for at, instead, text in sorted(edits, key=lambda one: -one[0]):
                line = line[:at] + text + line[at + instead :]
            lines[number - 1] = line
        return "".join(lines)


def modernised(text: str) -> str | None:
    """Return the source with Python 3's forms, or ``None`` where it is too long or has no tokens.

    >>> modernised("try:\\n\\tprint 'a', b\\nexcept E, e: pass\\n")
    "try:\\n        print( 'a', b)\\nexcept E as  e: pass\\n"
    """
    if len(text) > MOST_OLDER:
        return None
    even = "".join(_indented(line) for line in io.StringIO(text))
    try:
        statements = list(_statements(tokenize.generate_tokens(io.StringIO(even).readline)))
    except (tokenize.TokenError, SyntaxError, RecursionError, ValueError):
        return None
    edits = _Edits()
    for statement in statements:
        _rewrite(statement, edits)
    return edits.applied(list(io.StringIO(even)))


def _indented(line: str) -> str:
    rest = line.lstrip(" \t")
    return line[: len(line) - len(rest)].expandtabs(_TAB) + rest


def _statements(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[list[tokenize.TokenInfo]]:
    """Yield the tokens of one simple statement after the other, with the token that ends it."""
    held: list[tokenize.TokenInfo] = []
    depth = 0
    for token in tokens:
        depth += (token.string in _OPENING) - (token.string in _CLOSING)
        if not held and token.type in _LAYOUT:
            continue
        held.append(token)
        apart = token.type == tokenize.OP and token.string in (";", ":") and depth <= 0
        if apart or (token.type in _ENDING and depth <= 0):
            yield held
            held = []
    if held:
        yield held


def _rewrite(statement: list[tokenize.TokenInfo], edits: _Edits) -> None:
    first, *rest = statement
    following = rest[0] if rest else first
    if first.string in ("print", "exec") and _is_statement(following):
        instead = len(following.string) if following.string == ">>" else 0
        edits.put(first.end, "(")
        if instead:
            edits.put(following.start, "", instead)
        edits.put(_end_of(statement), ")")
    elif first.string == "raise" and any(_is_comma(one) for one in rest):
        edits.put(first.end, " (")
        edits.put(_end_of(statement), ")")
    elif first.string == "except":
        _name_the_error(rest, edits)
    backticks = [one for one in statement if one.string == "`"]
    for number, one in enumerate(backticks):
        edits.put(one.start, ")" if number % 2 else "(", 1)
    for left, right in zip(statement, rest, strict=False):
        if left.end == right.start:
            _rejoin(left, right, edits)


def _rejoin(left: tokenize.TokenInfo, right: tokenize.TokenInfo, edits: _Edits) -> None:
    """Mend what the older language wrote in one piece: ``a <> b``, ``0777``, ``10L``, ``ur""``."""
    if (left.string, right.string) == ("<", ">"):
        edits.put(left.start, "!=", 2)
    elif left.type == tokenize.NUMBER and right.type == tokenize.NUMBER:
        edits.put(left.start, "", len(left.string))
    elif left.type == tokenize.NUMBER and right.string in ("l", "L"):
        edits.put(right.start, "", 1)
    elif left.string.casefold() == "ur" and right.type == tokenize.STRING:
        edits.put(left.start, "r", 2)


def _is_statement(following: tokenize.TokenInfo) -> bool:
    """Whether ``print`` goes on as only a statement can; ``print (a)`` is Python 3 as well."""
    if following.type in (tokenize.NAME, tokenize.NUMBER, tokenize.STRING, tokenize.ERRORTOKEN):
        return following.string not in ("and", "or", "in", "is", "if", "else", "for")
    return following.string in (">>", "-", "[", "{", "~", "`")


def _is_comma(token: tokenize.TokenInfo) -> bool:
    return token.type == tokenize.OP and token.string == ","


def _end_of(statement: list[tokenize.TokenInfo]) -> tuple[int, int]:
    """Return where the last token that is no mere end of the statement ends."""
    last = statement[-1]
    ends = last.type in _ENDING or (last.type == tokenize.OP and last.string in (";", ":"))
    return (statement[-2] if ends and len(statement) > 1 else last).end


def _name_the_error(rest: list[tokenize.TokenInfo], edits: _Edits) -> None:
    """``except E, e:`` is ``except E as e:``; a comma in parentheses stays."""
    depth = 0
    for token in rest:
        depth += (token.string in _OPENING) - (token.string in _CLOSING)
        if depth == 0 and _is_comma(token):
            edits.put(token.start, " as ", 1)
            return
