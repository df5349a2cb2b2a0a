"""Where the value of a seed comes from, followed through names, parameters and flags."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from itertools import islice

from reproscope.repository.collect.python.parsing import Parsed
from reproscope.repository.collect.python.seeds.bindings import Bindings, Bound
from reproscope.repository.collect.python.seeds.names import Names
from reproscope.repository.collect.python.seeds.records import FIXED, LOOSE, Kind, Value

_DEEPEST = 8
_MOST_BOUND = 20
_LOOKUPS = frozenset({"get", "getattr", "setdefault", "pop"})
_ENVIRONMENT = frozenset({"os.environ.get", "os.getenv", "os.environ"})
_OPTIONS = frozenset({"typer.Option", "typer.Argument", "click.option"})


class Origins:
    """Looks values up in the bindings of one source."""

    def __init__(self, parsed: Parsed, bindings: Bindings, names: Names) -> None:
        self.parsed = parsed
        self.bindings = bindings
        self.names = names
        self.known: dict[tuple[int, str], Value] = {}

    def of(self, node: ast.expr | None, scope: str, depth: int = 0) -> Value:
        """Return where the value of an expression comes from."""
        if node is None:
            return Value("none")
        key = (id(node), scope)
        if key not in self.known:
            # What refers to itself on the way finds this.
            self.known[key] = Value("unknown")
            if depth <= _DEEPEST:
                self.known[key] = self._origin(node, scope, depth)
        return self.known[key]

    def flag(self, name: str) -> Value:
        """Return the origin of a flag's value."""
        return self._flag(self.bindings.flags[name], name, 0)

    def _origin(self, node: ast.expr, scope: str, depth: int) -> Value:
        match node:
            case ast.Constant():
                return Value("none" if node.value is None else "constant")
            case ast.Name():
                return self._name(node, scope, depth)
            case ast.Attribute():
                return self._attribute(node, scope, depth)
            case ast.Subscript():
                return self._subscript(node, scope, depth)
            case ast.Call():
                return self._call(node, scope, depth)
            case ast.UnaryOp():
                return self.of(node.operand, scope, depth + 1)
            case ast.BinOp():
                values = [self.of(n, scope, depth + 1) for n in (node.left, node.right)]
                return self._computed(values)
            case ast.BoolOp():
                return self._first([self.of(n, scope, depth + 1) for n in node.values])
            case ast.IfExp():
                ways = (node.body, node.orelse)
                return self._first([self.of(n, scope, depth + 1) for n in ways])
            case ast.List() | ast.Tuple():
                return self._computed([self.of(n, scope, depth + 1) for n in node.elts])
        return Value("unknown")

    def _computed(self, values: list[Value]) -> Value:
        """Return the origin of what several values make: the loosest that is known."""
        for kinds in (LOOSE, {"drawn", "open", "required", "parameter", "elsewhere"}):
            for value in values:
                if value.kind in kinds:
                    return Value(value.kind, value.reference)
        known = [v for v in values if v.kind in FIXED]
        unknown = len(known) < len(values)
        moving = next((v for v in known if v.kind != "constant"), None)
        if moving is not None:
            return Value(moving.kind, moving.reference)
        return Value("unknown" if unknown or not known else "constant")

    def _first(self, values: list[Value]) -> Value:
        """Return the origin of alternatives: the one that holds if nobody gives anything."""
        ordered = [v for v in values if v.kind not in ("constant", "none")]
        for value in ordered:
            if value.kind in FIXED or value.kind in ("parameter", "elsewhere", "required"):
                return value
        fallback = [v for v in values if v.kind not in ("none", "open")]
        if fallback:
            return fallback[-1]
        return values[0] if values else Value("unknown")

    def _all(self, bound: Iterable[Bound], depth: int) -> Value | None:
        """Return the origin of a name that is bound in several places."""
        values = [self.of(one.node, one.scope, depth + 1) for one in islice(bound, _MOST_BOUND)]
        given = [v for v in values if v.kind != "none"] or values
        loose = [v for v in given if v.kind not in FIXED]
        return (loose or given)[0] if given else None

    def _name(self, node: ast.Name, scope: str, depth: int) -> Value:
        while True:
            found = self._in_scope(node.id, scope, depth)
            if found is not None:
                return found
            if not scope:
                break
            scope = scope.rpartition(".")[0]
        imported = self.parsed.aliases.get(node.id)
        return Value("elsewhere", imported or node.id)

    def _in_scope(self, name: str, scope: str, depth: int) -> Value | None:
        if (scope, name) in self.bindings.loops:
            return self._loop(self.bindings.loops[scope, name], scope, depth)
        parameters = self.bindings.parameters.get(scope, {})
        assigned = self.bindings.assigned.get((scope, name), [])
        if name in parameters:
            own = self._parameter(name, scope, depth)
            if own.kind not in ("open", "none") or not assigned:
                return own
        others = (a for a in assigned if not (isinstance(a, ast.Name) and a.id == name))
        return self._all((Bound(one, scope) for one in others), depth)

    def _parameter(self, name: str, scope: str, depth: int) -> Value:
        option = self.bindings.options.get((scope, name))
        if option is not None:
            return self._flag(option, name, depth)
        default = self.bindings.parameters[scope][name]
        if default is None:
            return Value("parameter", f"{scope}:{name}")
        value = self.of(default, scope.rpartition(".")[0], depth + 1)
        if value.kind == "none":
            return Value("open", f"{scope}:{name}")
        return Value("default", f"{scope}:{name}") if value.kind == "constant" else value

    def _loop(self, values: ast.expr, scope: str, depth: int) -> Value:
        found = self.of(values, scope, depth + 1)
        ranged = isinstance(values, ast.Call) and self.parsed.dotted(values.func) in (
            "range",
            "numpy.arange",
        )
        if ranged or found.kind in FIXED:
            return Value("loop")
        return found

    def _attribute(self, node: ast.Attribute, scope: str, depth: int) -> Value:
        flag = self.bindings.flags.get(node.attr)
        value = None if flag is None else self._flag(flag, node.attr, depth)
        if value is not None and value.kind != "open":
            return value
        bound = self.bindings.attributes.get(node.attr, [])
        set_later = self._all(bound, depth) if bound and depth < _DEEPEST else None
        if set_later is not None and set_later.kind != "none":
            return set_later if value is None or set_later.kind in FIXED else value
        if value is not None or set_later is not None:
            return value or Value("none")
        dotted = self.parsed.dotted(node) or node.attr
        return Value("elsewhere", dotted)

    def _subscript(self, node: ast.Subscript, scope: str, depth: int) -> Value:
        base = self.parsed.dotted(node.value)
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if base == "os.environ":
            return Value("required")
        if isinstance(key, str):
            found = self._all(self.bindings.keys.get(key, []), depth)
            return found or Value("elsewhere", key)
        return self.of(node.value, scope, depth + 1)

    def _flag(self, call: ast.Call, name: str, depth: int) -> Value:
        """Return the origin of a command-line flag: its default, or whoever runs the program."""
        words = {word.arg: word.value for word in call.keywords}
        required = words.get("required")
        if isinstance(required, ast.Constant) and required.value is True:
            return Value("required", name)
        default = words.get("default")
        dotted = self.parsed.dotted(call.func) or ""
        texts = [a.value for a in call.args if isinstance(a, ast.Constant)]
        if default is None and "DEFINE_" in dotted and len(call.args) > 1:
            default = call.args[1]
        elif default is None and texts and not str(texts[0]).startswith("-"):
            return Value("required", name)
        value = self.of(default, "", depth + 1)
        kind: Kind = "flag" if value.kind in FIXED else value.kind
        return Value("open" if kind == "none" else kind, name)

    def _call(self, node: ast.Call, scope: str, depth: int) -> Value:
        dotted = self.parsed.dotted(node.func) or ""
        first = node.args[0] if node.args else None
        if self.names.is_clock(dotted):
            return Value("clock")
        if dotted in _ENVIRONMENT or dotted.rpartition(".")[2] in _LOOKUPS:
            return self._lookup(node, scope, depth)
        if dotted in self.names.objects:
            keyword = self.names.objects[dotted][1]
            named = next((w.value for w in node.keywords if w.arg == keyword), None)
            return self.of(first or named, scope, depth + 1)
        if dotted in self.names.passing and first is not None:
            return self.of(first, scope, depth + 1)
        if dotted in ("dataclasses.field", "field", *_OPTIONS):
            named = next((w.value for w in node.keywords if w.arg == "default"), None)
            return self.of(first or named, scope, depth + 1)
        drawn = self.names.uses.get(dotted)
        if drawn is not None or dotted == "torch.initial_seed":
            return Value("drawn", drawn or "torch")
        if dotted.startswith("datetime.") or dotted in ("range", "numpy.arange"):
            values = [self.of(a, scope, depth + 1) for a in node.args]
            return self._computed(values)
        if isinstance(node.func, ast.Attribute) and not self._is_module(node.func.value):
            value = self.of(node.func.value, scope, depth + 1)
            return value if value.kind in ("clock", "drawn", "constant") else Value("unknown")
        return Value("unknown")

    def _is_module(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.parsed.aliases

    def _lookup(self, node: ast.Call, scope: str, depth: int) -> Value:
        """Return the origin of ``config.get("seed", 0)`` and of its like."""
        place = 2 if (self.parsed.dotted(node.func) or "") == "getattr" else 1
        if len(node.args) <= place:
            key = node.args[0] if node.args else None
            name = key.value if isinstance(key, ast.Constant) else None
            found = self._all(self.bindings.keys.get(str(name), []), depth)
            return found or Value("open", str(name))
        value = self.of(node.args[place], scope, depth + 1)
        if value.kind == "constant":
            return Value("flag")
        return Value("open") if value.kind == "none" else value
