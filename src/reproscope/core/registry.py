"""What is registered: rules, kinds of target, renderers and schemas, found by entry points.

Built-ins are declared in this project's own ``pyproject.toml``, so they and plug-ins register
alike. A broken plug-in is reported, once and clearly; it does not take the rest down.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from typing import Generic, Protocol, TypeVar, runtime_checkable

from reproscope.core.errors import ReproscopeError, UnknownName
from reproscope.core.report import Report, Skipped
from reproscope.core.rule import Rule
from reproscope.core.target import TargetKind

RULES = "reproscope.rules"
TARGETS = "reproscope.targets"
RENDERERS = "reproscope.renderers"
SCHEMAS = "reproscope.schemas"

T = TypeVar("T")
Entries = Iterable[metadata.EntryPoint]


@runtime_checkable
class Renderer(Protocol):
    """One form of a report, such as ``html``."""

    @property
    def name(self) -> str:
        """What ``--format`` calls it."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """File-name endings that mean this form, such as ``(".html",)``; may be empty."""
        ...

    def render(self, report: Report) -> str:
        """Return the whole report as text that ends with a newline."""
        ...


@dataclass(frozen=True)
class Loaded(Generic[T]):
    """What a group offers by name, and which of its entries could not be loaded."""

    found: Mapping[str, T] = field(default_factory=dict)
    broken: tuple[Skipped, ...] = ()


class BrokenEntry(ReproscopeError):
    """An entry point that could not be loaded, or is not what its group asks for."""


def entries(group: str) -> tuple[metadata.EntryPoint, ...]:
    """Return the entry points of a group in alphabetical order."""
    return tuple(sorted(metadata.entry_points(group=group), key=lambda e: (e.name, e.value)))


def load_rules(among: Entries | None = None) -> Loaded[Rule]:
    """Load every rule by its code; two rules with one code or one name are an error."""
    by_code: dict[str, Rule] = {}
    owners: dict[str, str] = {}
    broken: list[Skipped] = []
    for entry in entries(RULES) if among is None else among:
        try:
            rules = _load(entry, _as_rules)
        except BrokenEntry as error:
            broken.append(_skipped(entry, error))
            continue
        for rule in rules:
            _claim(owners, rule, entry)
            by_code[rule.code] = rule
    return Loaded(dict(sorted(by_code.items())), tuple(broken))


def load_targets(among: Entries | None = None) -> Loaded[TargetKind]:
    """Load every kind of target by its entry-point name."""
    return _load_all(entries(TARGETS) if among is None else among, _as_target)


def load_renderers(among: Entries | None = None) -> Loaded[Renderer]:
    """Load every renderer by its entry-point name."""
    return _load_all(entries(RENDERERS) if among is None else among, _as_renderer)


def load_renderer(name: str) -> Renderer:
    """Load one renderer and leave the others alone; raise UnknownName if there is none."""
    return _load(_named(RENDERERS, "format", name), _as_renderer)


def load_schema(name: str) -> str:
    """Return the text of a published JSON Schema; raise UnknownName if there is none."""
    return _load(_named(SCHEMAS, "schema", name), _as_schema)()


def names(group: str) -> tuple[str, ...]:
    """Return the names registered in a group without loading anything."""
    return tuple(dict.fromkeys(entry.name for entry in entries(group)))


def find_rule(code_or_name: str, rules: Mapping[str, Rule]) -> Rule:
    """Find a rule by code or name, in any case; raise UnknownName with the nearest."""
    wanted = code_or_name.casefold()
    for rule in rules.values():
        if wanted in (rule.code.casefold(), rule.name):
            return rule
    raise UnknownName("rule", code_or_name, [*rules, *(rule.name for rule in rules.values())])


def _named(group: str, kind: str, name: str) -> metadata.EntryPoint:
    for entry in entries(group):
        if entry.name == name:
            return entry
    raise UnknownName(kind, name, names(group))


def _load_all(among: Entries, accept: Callable[[object], T]) -> Loaded[T]:
    found: dict[str, T] = {}
    owners: dict[str, str] = {}
    broken: list[Skipped] = []
    for entry in among:
        if entry.name in found:
            raise ReproscopeError(
                f"{entry.group} {entry.name!r} is registered twice: "
                f"by {owners[entry.name]} and by {_owner(entry)}"
            )
        try:
            found[entry.name] = _load(entry, accept)
        except BrokenEntry as error:
            broken.append(_skipped(entry, error))
        else:
            owners[entry.name] = _owner(entry)
    return Loaded(found, tuple(broken))


def _load(entry: metadata.EntryPoint, accept: Callable[[object], T]) -> T:
    """Load one entry; whatever a stranger's plug-in raises becomes one clear error."""
    try:
        return accept(entry.load())
    except Exception as error:
        reason = " ".join(str(error).split()) or "no message"
        raise BrokenEntry(
            f"cannot load {entry.group} {entry.name!r} from {_owner(entry)}: "
            f"{type(error).__name__}: {reason}"
        ) from error


def _skipped(entry: metadata.EntryPoint, error: BrokenEntry) -> Skipped:
    return Skipped(what=f"{entry.group} {entry.name}", why=error.message)


def _owner(entry: metadata.EntryPoint) -> str:
    distribution = entry.dist.name if entry.dist is not None else "an unnamed distribution"
    return f"{entry.value} of {distribution}"


def _claim(owners: dict[str, str], rule: Rule, entry: metadata.EntryPoint) -> None:
    for key in (rule.code, rule.name):
        if key in owners:
            raise ReproscopeError(
                f"rule {key!r} is registered twice: by {owners[key]} and by {_owner(entry)}"
            )
        owners[key] = _owner(entry)


def _as_rules(value: object) -> tuple[Rule, ...]:
    if not isinstance(value, Iterable):
        raise TypeError("not an iterable of Rule")
    rules = tuple(value)
    for rule in rules:
        if not isinstance(rule, Rule):
            raise TypeError(f"holds a {type(rule).__name__} where a Rule belongs")
    return rules


def _as_target(value: object) -> TargetKind:
    if not isinstance(value, TargetKind):
        raise TypeError("not a TargetKind: needs name, description, fits and check")
    return value


def _as_renderer(value: object) -> Renderer:
    if not isinstance(value, Renderer):
        raise TypeError("not a Renderer: needs name, suffixes and render")
    return value


def _as_schema(value: object) -> Callable[[], str]:
    if not callable(value):
        raise TypeError("not a function that returns the schema's text")
    return value
