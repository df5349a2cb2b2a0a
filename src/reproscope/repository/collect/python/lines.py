"""What the lines of a source are, by tokens: code, comments, docstrings; and what has docs."""

from __future__ import annotations

import ast
import io
import tokenize
from dataclasses import dataclass

from reproscope.repository.collect.python.parsing import Parsed

_LAYOUT = {
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}


@dataclass(frozen=True, slots=True)
class Lines:
    """Numbers of lines. A line with code and a comment is a line of code, and has a comment."""

    code: int = 0
    comment: int = 0
    docstring: int = 0
    blank: int = 0
    trailing_comments: int = 0
    definitions: int = 0
    documented: int = 0

    def __add__(self, other: Lines) -> Lines:
        return Lines(*(getattr(self, n) + getattr(other, n) for n in self.__slots__))


def lines_of(parsed: Parsed) -> Lines:
    """Count the lines of a parsed source."""
    text = parsed.source.text
    docstrings = _docstring_lines(parsed.tree)
    code: set[int] = set()
    comments: set[int] = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                comments.add(token.start[0])
            elif token.type not in _LAYOUT:
                code.update(range(token.start[0], token.end[0] + 1))
    except (tokenize.TokenError, SyntaxError):
        pass  # what ast parsed but tokenize refuses is counted as far as it went
    code -= docstrings
    total = len(text.splitlines())
    documented = [n for n in _definitions(parsed.tree) if ast.get_docstring(n, clean=False)]
    return Lines(
        code=len(code),
        comment=len(comments - code - docstrings),
        docstring=len(docstrings),
        blank=total - len(code | comments | docstrings),
        trailing_comments=len(comments & code),
        definitions=len(_definitions(parsed.tree)),
        documented=len(documented),
    )


_Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def _definitions(tree: ast.Module) -> list[_Documented]:
    """Return the public functions and classes of a module."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [n for n in ast.walk(tree) if isinstance(n, kinds) and not n.name.startswith("_")]


def _docstring_lines(tree: ast.Module) -> set[int]:
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if first is not None and _is_text(first):
                found.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return found


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
