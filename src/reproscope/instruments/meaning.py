"""Whether an expression means something for an instrument: its names, and what each is fit for.

It is what makes a slip in a codebook an error where it is written instead of a wrong number later.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from graphlib import CycleError, TopologicalSorter

from reproscope.core import ReproscopeError, UnknownName
from reproscope.instruments.grammar import (
    Arithmetic,
    Call,
    Comparison,
    Expression,
    Logic,
    Name,
    Node,
    Not,
    Number,
    Text,
    parse,
)
from reproscope.instruments.instrument import Instrument, Kind, Variable


class Sort(Enum):
    """What a node of an expression yields for one paper."""

    TRUTH = "true or false"
    NUMBER = "a number"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that an expression may use, looked up once for all expressions."""

    where: str
    variables: Mapping[str, Variable]
    groups: Mapping[str, tuple[Variable, ...]]
    metrics: Mapping[str, Kind]

    @classmethod
    def of(cls, instrument: Instrument, *, metrics: bool = True) -> Scope:
        """Return all names of an instrument; conditions know no metrics."""
        grouped: dict[str, list[Variable]] = {name: [] for name in instrument.groups}
        for variable in instrument.variables:
            grouped.setdefault(variable.group, []).append(variable)
        grouped.pop("", None)
        return cls(
            instrument.name,
            {one.name: one for one in instrument.variables},
            {name: tuple(members) for name, members in grouped.items()},
            {one.name: one.kind for one in instrument.metrics} if metrics else {},
        )


def check(expression: Expression, scope: Scope) -> Sort:
    """Return what an expression yields; raise ReproscopeError where it means nothing."""
    for name in expression.names:
        if not any(name in known for known in (scope.variables, scope.groups, scope.metrics)):
            known = (*scope.variables, *scope.groups, *scope.metrics)
            raise UnknownName("name", name, known)
    return _sort(expression.root, scope)


def check_condition(text: str, scope: Scope) -> Expression:
    """Return a condition, which must be true or false, parsed."""
    expression = parse(text)
    if check(expression, scope) is not Sort.TRUTH:
        raise ReproscopeError(f"{text!r:.80} is not true or false: compare it, such as x > 0")
    return expression


def in_order(needs: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return the names so that each follows what it needs; raise ReproscopeError for a circle."""
    try:
        return tuple(TopologicalSorter(needs).static_order())
    except CycleError:
        names = " -> ".join(circle_in(needs)[:8])
        raise ReproscopeError(f"computed from itself: {names}") from None


def circle_in(needs: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return names of which each needs the next and the last is the first, or none."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return tuple(reversed(error.args[1]))
    return ()


def _sort(node: Node, scope: Scope) -> Sort:
    match node:
        case Number():
            return Sort.NUMBER
        case Text():
            raise ReproscopeError(
                f"the text {node.value!r:.60} can only be compared with an answer"
            )
        case Name():
            return _of_name(node.name, scope)
        case Call():
            return _of_call(node, scope)
        case Arithmetic():
            for operand in (node.left, node.right):
                _numeric(operand, scope, node.operator)
            return Sort.NUMBER
        case Comparison():
            _comparable(node, scope)
            return Sort.TRUTH
        case Logic():
            for operand in node.operands:
                _truth(operand, scope, node.operator)
            return Sort.TRUTH
        case Not():
            _truth(node.operand, scope, "not")
            return Sort.TRUTH


def _of_name(name: str, scope: Scope) -> Sort:
    if name in scope.groups:
        raise ReproscopeError(
            f"{name} is a group and has several answers: put it into a function, such as "
            f"mean({name})"
        )
    kind = scope.variables[name].kind if name in scope.variables else scope.metrics[name]
    if kind is Kind.BOOLEAN:
        return Sort.TRUTH
    return Sort.NUMBER if kind.numeric else Sort.WORDS


def _of_call(node: Call, scope: Scope) -> Sort:
    for argument in node.arguments:
        members: tuple[Node, ...] = (argument,)
        if isinstance(argument, Name) and argument.name in scope.groups:
            members = tuple(Name(one.name) for one in scope.groups[argument.name])
        for member in members:
            if node.function in ("present", "count"):
                if not isinstance(member, Name):
                    _sort(member, scope)
            elif node.function in ("all", "any"):
                _truth(member, scope, node.function)
            else:
                _numeric(member, scope, node.function)
    return Sort.TRUTH if node.function in ("all", "any", "present") else Sort.NUMBER


def _numeric(node: Node, scope: Scope, what: str) -> None:
    if _sort(node, scope) is Sort.WORDS:
        assert isinstance(node, Name)  # nothing else yields words
        kind = scope.variables[node.name].kind
        raise ReproscopeError(f"{node.name} is {kind}: {what} needs numbers")


def _truth(node: Node, scope: Scope, what: str) -> None:
    if _sort(node, scope) is not Sort.TRUTH:
        shown = node.name if isinstance(node, Name) else "a number"
        raise ReproscopeError(
            f"{what} needs what is true or false, and {shown} is not: compare it, such as x > 0"
        )


def _comparable(node: Comparison, scope: Scope) -> None:
    left, right = node.left, node.right
    if isinstance(left, Text) or isinstance(right, Text):
        name, text = (right, left) if isinstance(left, Text) else (left, right)
        if not isinstance(name, Name) or name.name not in scope.variables:
            raise ReproscopeError("a text can only be compared with the answer to a question")
        assert isinstance(text, Text)
        _comparable_words(scope.variables[name.name], text.value, node.operator)
        return
    for operand in (left, right):
        _numeric(operand, scope, node.operator)


def _comparable_words(variable: Variable, value: str, operator: str) -> None:
    if variable.kind.numeric:
        raise ReproscopeError(
            f"{variable.name} is {variable.kind} and cannot be compared with the text {value!r:.60}"
        )
    if operator not in ("==", "!=") and variable.kind is not Kind.ORDINAL:
        raise ReproscopeError(f"{variable.name} is {variable.kind} and has no order: use == or !=")
    known = [allowed.value for allowed in variable.values]
    if known and value not in known:
        raise UnknownName(f"value of {variable.name}", value, known)
