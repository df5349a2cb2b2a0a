"""The texts in a source that name a place: paths, addresses, devices; and what each is used for.

Comments and docstrings are no code, so nothing of them is here. What a text is compared with or
searched by is recorded as such: ``path.startswith("/home/")`` opens nothing.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Literal as OneOf

from reproscope.repository.collect.python.parsing import Parsed, Place

MOST_CHARACTERS = 400
_MOST_LITERALS = 4_000
_KEPT = re.compile(r"[/\\:~]|\.[A-Za-z]\w{0,9}$|^(?:cuda|gpu|mps)$")
Role = OneOf["argument", "assigned", "default", "compared", "item", "other"]
_SEARCHES = {"startswith", "endswith", "replace", "compile", "match", "search", "sub", "find"}
_SEARCHES |= {"split", "strip", "lstrip", "rstrip", "removeprefix", "removesuffix", "findall"}


@dataclass(frozen=True, slots=True)
class Literal:
    """One text: where it stands, its role, and the call or the name that it is for.

    For an argument `owner` is the call and `keyword` its keyword; for an assigned text or a default
    `owner` is the name.
    """

    text: str
    place: Place
    role: Role
    owner: str = ""
    keyword: str | None = None


@dataclass(frozen=True, slots=True)
class _Context:
    role: Role = "other"
    owner: str = ""
    keyword: str | None = None


_NOWHERE = _Context()


def literals_of(parsed: Parsed) -> tuple[Literal, ...]:
    """Return the texts that look like a path, an address or a device, by their lines."""
    found: list[Literal] = []
    waiting: list[tuple[ast.AST, _Context]] = [(parsed.tree, _NOWHERE)]
    while waiting and len(found) < _MOST_LITERALS:
        node, context = waiting.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and _is_kept(node.value):
                place = parsed.place(node)
                found.append(
                    Literal(node.value, place, context.role, context.owner, context.keyword)
                )
        else:
            waiting.extend(_below(parsed, node, context))
    order = {id(one): (one.place.cell or 0, one.place.line) for one in found}
    return tuple(sorted(found, key=lambda one: order[id(one)]))


def _is_kept(text: str) -> bool:
    return len(text) <= MOST_CHARACTERS and "\n" not in text and bool(_KEPT.search(text))


def _below(parsed: Parsed, node: ast.AST, context: _Context) -> list[tuple[ast.AST, _Context]]:
    """Return the children of a node, each with what its texts are for."""
    if isinstance(node, ast.Expr):
        return [] if isinstance(node.value, ast.Constant) else [(node.value, _NOWHERE)]
    if isinstance(node, ast.Call):
        return _of_call(parsed, node)
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        return _of_assignment(parsed, node)
    if isinstance(node, ast.arguments):
        return _of_defaults(node)
    if isinstance(node, ast.Compare):
        inside = _Context("compared")
    elif isinstance(node, ast.Subscript):
        return [(node.value, context), (node.slice, _Context("item"))]
    elif isinstance(node, ast.stmt):
        inside = _NOWHERE
    else:
        inside = context
    return [(child, inside) for child in ast.iter_child_nodes(node)]


def _of_call(parsed: Parsed, node: ast.Call) -> list[tuple[ast.AST, _Context]]:
    name = parsed.dotted(node.func) or "?"
    role: Role = "compared" if name.rpartition(".")[2] in _SEARCHES else "argument"
    below: list[tuple[ast.AST, _Context]] = [(node.func, _NOWHERE)]
    plain = _Context(role, name)
    below += [(argument, plain) for argument in node.args]
    below += [(one.value, _Context(role, name, one.arg)) for one in node.keywords]
    return below


def _of_assignment(
    parsed: Parsed, node: ast.Assign | ast.AnnAssign | ast.AugAssign
) -> list[tuple[ast.AST, _Context]]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    first = targets[0]
    named = first.value if isinstance(first, ast.Subscript) else first
    owner = parsed.dotted(named) or ""
    if isinstance(first, ast.Subscript) and isinstance(first.slice, ast.Constant):
        owner = f"{owner}[{first.slice.value!r}]"
    return [] if node.value is None else [(node.value, _Context("assigned", owner[:80]))]


def _of_defaults(node: ast.arguments) -> list[tuple[ast.AST, _Context]]:
    plain = [*node.posonlyargs, *node.args]
    taken = plain[len(plain) - len(node.defaults) :]
    pairs = [*zip(taken, node.defaults, strict=True)]
    pairs += [(a, d) for a, d in zip(node.kwonlyargs, node.kw_defaults, strict=True) if d]
    return [(default, _Context("default", argument.arg)) for argument, default in pairs]
