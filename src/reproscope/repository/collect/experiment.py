"""How an experiment is set up, in one record: options, configurations, commands; what trains."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.commands import Command, commands_of, mentioned_in
from reproscope.repository.collect.configurations import ConfigFile, configurations_in
from reproscope.repository.collect.python.calls import Call
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.repeats import Repeat, repeats_of
from reproscope.repository.collect.texts import Line
from reproscope.repository.collect.tracking import Tracking, logs_in, tracking_in
from reproscope.repository.tree import Tree

_MOST = 400
_MODEL = re.compile(
    r"(?i)model|net(?:work)?|clf|classifier|regress|estimator|forest|tree|svm|svc|boost|trainer|learner"
    r"|agent|policy|pipe|gan|lstm|cnn|mlp|gp"
)
_PREPARER = re.compile(
    r"(?i)scal|encod|imput|pca|vectori[sz]|tokeni[sz]|binari[sz]|select|normali[sz]"
)


@dataclass(frozen=True, slots=True)
class Option:
    """One declared option: by which library, its name, its default where one stands there."""

    library: str
    name: str
    default: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class Experiment:
    """All that sets up or records an experiment; `trains` are calls that train a model.

    `mentioned` are the names of files, and of folders with a slash, in documents and scripts;
    `repeats` are places outside Python that run several seeds.
    """

    options: tuple[Option, ...] = ()
    parsers: tuple[Option, ...] = ()
    configs: tuple[ConfigFile, ...] = ()
    tracking: tuple[Tracking, ...] = ()
    commands: tuple[Command, ...] = ()
    trains: tuple[Place, ...] = ()
    mentioned: frozenset[str] = frozenset()
    repeats: tuple[Repeat, ...] = ()


def experiment_of(
    tree: Tree, modules: Iterable[Module], prose: tuple[Line, ...], shell: tuple[Line, ...]
) -> Experiment:
    """Return how the experiments of a repository are set up."""
    ours = tuple(module for module in modules if not module.is_test)
    return Experiment(
        options=tuple(option for module in ours for option in _options(module)),
        parsers=tuple(option for module in ours for option in _parsers(module)),
        configs=tuple(configurations_in(tree, ours))[:_MOST],
        tracking=(*(t for m in ours for t in tracking_in(m)), *logs_in(tree))[:_MOST],
        commands=(*commands_of(prose, False), *commands_of(shell, True))[:_MOST],
        trains=tuple(place for module in ours for place in _trains(module)),
        mentioned=frozenset(mentioned_in((*prose, *shell))),
        repeats=repeats_of(tree, prose, shell),
    )


def _options(module: Module) -> Iterator[Option]:
    """Options one by one, as far as calls and annotated fields declare them."""
    for call in module.calls:
        if call.method in ("add_argument", "add_option", "option"):
            names = [a.constant for a in call.arguments if a.keyword is None and a.is_constant]
            name = next((n for n in names if isinstance(n, str) and n.startswith("--")), None)
            name = name or next((n for n in names if isinstance(n, str)), None)
            default = call.argument("default")
            if name is not None:
                shown = None if default is None else default.source
                yield Option(call.method, name.lstrip("-"), shown, call.place)
        elif "flags.DEFINE" in call.name and call.arguments:
            default = call.argument("default", 1)
            shown = None if default is None else default.source
            yield Option("absl", str(call.arguments[0].constant), shown, call.place)


def _parsers(module: Module) -> Iterator[Option]:
    """What declares or reads options at all, by calls, decorators and base classes."""
    kinds = known("options")
    for call in module.calls:
        library = kinds.match(call.name)
        if library is not None:
            yield Option(library, call.name, None, call.place)
    for one in module.settings.decorated:
        library = kinds.match(one.decorator)
        if library is None and one.decorator.rpartition(".")[2] == "config":
            library = "Sacred" if any(i.top == "sacred" for i in module.imports) else None
        if library is not None:
            yield Option(library, f"@{one.decorator}", None, one.place)
    for defined in module.settings.defined:
        for base in defined.bases:
            if kinds.match(base) is not None:
                yield Option(kinds.match(base) or "", f"class {defined.name}", None, defined.place)


def _trains(module: Module) -> Iterator[Place]:
    training, optimisers = known("training"), known("optimisers")
    for call in module.calls:
        how = training.match(call.name)
        if (
            (how == "fit" and _fits_model(call))
            or how in ("backward", "trainer", "theano")
            or optimisers.match(call.name) is not None
        ):
            yield call.place


def _fits_model(call: Call) -> bool:
    """Whether ``x.fit(...)`` trains: ``scaler.fit(data)`` does not, ``x.fit(data, y)`` does."""
    owner = call.name.rpartition(".")[0]
    if _PREPARER.search(owner):
        return False
    plain = sum(argument.keyword is None for argument in call.arguments)
    return bool(_MODEL.search(owner)) or plain >= 2 or call.method != "fit"
