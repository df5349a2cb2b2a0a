"""How an experiment is set up: options, configuration files, commands; and what trains."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.calls import Call
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.python.settings import is_hyperparameter
from reproscope.repository.collect.texts import Line, is_test
from reproscope.repository.collect.tracking import Tracking, logs_in, tracking_in
from reproscope.repository.tree import File, Tree

_MOST = 400
_CONFIG_FOLDER = re.compile(
    r"(?i)(?:conf|confs|cfg|cfgs|config|configs|configuration|configurations|experiments?|exps?"
    r"|hparams|hyper_?param(?:eter)?s|params|recipes?|options|settings)"
)
_CONFIG_NAME = re.compile(
    r"(?i)(?:.*[-_.])?(?:config|configs|conf|cfg|params|hparams|hyper_?param(?:eter)?s|options|args"
    r"|experiment|settings)(?:[-_.].*)?"
)
_CONFIG_TYPES = {
    ".yaml",
    ".yml",
    ".json",
    ".toml",
    ".gin",
    ".ini",
    ".cfg",
    ".jsonnet",
    ".libsonnet",
}
_KEY = re.compile(
    r"^\s*[\"']?(?:[\w.-]{1,60}\.)?(?P<key>[A-Za-z_][\w-]{0,40})[\"']?\s*[:=]\s*(?P<value>\S.*)$"
)
_OTHERS = re.compile(
    r"(?i)(?:package(?:-lock)?|tsconfig|mkdocs|setup|tox|pyproject|\.?pre-commit-config|_config|codecov"
    r"|environment|conda|docker-compose|\.readthedocs|renovate|labeler|dependabot|tokenizer_config"
    r"|\.travis|appveyor|meta|poetry|pytest|mypy|\.?pylintrc|\.?eslintrc|launch|settings)\.\w+"
)
_COMMAND = re.compile(
    r"(?:^|[\s;&|$`!])(?:python[\d.]*|torchrun|accelerate\s+launch|deepspeed|horovodrun|mpirun|bash|sh"
    r"|dvc\s+(?:repro|exp)|fairseq-train|allennlp\s+train)\s+\S"
)
_OTHER_COMMAND = re.compile(
    r"-m\s+(?:pip|unittest|pytest|venv|virtualenv|build|ipykernel|spacy|nltk|http)|setup\.py|pytest|-V\b"
)
_OPTION = re.compile(
    r"(?:^|\s)--?(?![mcuWB]\s)[A-Za-z][\w.-]{0,40}(?:=|\s+)(?!-)\S|(?:^|\s)[\w.]{2,40}=[\w.\-\[]+"
)
_PATH = re.compile(r"[\w.-]{1,80}(?:/[\w.-]{1,80}){0,8}/?")
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
class ConfigFile:
    """A configuration file: its entries that are hyperparameters, and whether code names it."""

    path: str
    keys: tuple[str, ...]
    read: bool
    in_folder: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command that runs something of the repository, and the options it gives values to."""

    words: str
    options: tuple[str, ...]
    place: Place
    script: bool = False


@dataclass(frozen=True, slots=True)
class Experiment:
    """All that sets up or records an experiment; `trains` are calls that train a model.

    `mentioned` are the names of files, and of folders with a slash, in documents and scripts.
    """

    options: tuple[Option, ...] = ()
    parsers: tuple[Option, ...] = ()
    configs: tuple[ConfigFile, ...] = ()
    tracking: tuple[Tracking, ...] = ()
    commands: tuple[Command, ...] = ()
    trains: tuple[Place, ...] = ()
    mentioned: frozenset[str] = frozenset()


def experiment_of(
    tree: Tree, modules: Iterable[Module], prose: tuple[Line, ...], shell: tuple[Line, ...]
) -> Experiment:
    """Return how the experiments of a repository are set up."""
    ours = tuple(module for module in modules if not module.is_test)
    return Experiment(
        options=tuple(option for module in ours for option in _options(module)),
        parsers=tuple(option for module in ours for option in _parsers(module)),
        configs=tuple(_configs(tree, ours))[:_MOST],
        tracking=(*(t for m in ours for t in tracking_in(m)), *logs_in(tree))[:_MOST],
        commands=(*_commands(prose, False), *_commands(shell, True))[:_MOST],
        trains=tuple(place for module in ours for place in _trains(module)),
        mentioned=frozenset(_mentioned((*prose, *shell))),
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


def _configs(tree: Tree, modules: Iterable[Module]) -> Iterator[ConfigFile]:
    told = {literal.text.rpartition("/")[2] for module in modules for literal in module.literals}
    for file in tree.files:
        if file.suffix in _CONFIG_TYPES and not _OTHERS.fullmatch(file.name):
            folders = file.path.split("/")[:-1]
            hidden = any(folder.startswith(".") for folder in folders)
            in_folder = any(_CONFIG_FOLDER.fullmatch(folder) for folder in folders)
            named = bool(_CONFIG_NAME.fullmatch(file.name.rpartition(".")[0]))
            if not hidden and (in_folder or named) and not is_test(file.path):
                keys = _keys(tree, file)
                if keys:
                    yield ConfigFile(file.path, keys, file.name in told, in_folder)


def _keys(tree: Tree, file: File) -> tuple[str, ...]:
    """The names of hyperparameters that a configuration gives a value, read line by line.

    A line is enough, and no parser of YAML has to be trusted with a stranger's file.
    """
    text = tree.text(file) if file.size <= 1_000_000 else None
    found: list[str] = []
    for line in () if text is None else text.lines[:5_000]:
        for part in line[:400].split(",") if line.lstrip()[:1] == "{" else (line[:400],):
            match = _KEY.match(part.strip(" \t{}"))
            if match is not None and is_hyperparameter(match["key"]):
                found.append(match["key"])
    return tuple(found)


def _commands(lines: Iterable[Line], script: bool) -> Iterator[Command]:
    joined = ""
    start: Line | None = None
    for line in lines:
        start = start or line
        if line.place.path != start.place.path:
            joined, start = "", line
        joined = f"{joined} {line.text.rstrip(chr(92))}"[:2_000]
        if line.text.endswith("\\"):
            continue
        program = _COMMAND.search(joined)
        if program is not None and not _OTHER_COMMAND.search(joined):
            options = tuple(o.group().strip() for o in _OPTION.finditer(joined, program.end()))
            yield Command(" ".join(joined.split())[:200], options, start.place, script)
        joined, start = "", None


def _mentioned(lines: Iterable[Line]) -> Iterator[str]:
    for line in lines:
        for path in _PATH.findall(line.text):
            *folders, name = path.strip("./").split("/")
            yield name
            yield from (f"{folder}/" for folder in (*folders, *([name] if path[-1] == "/" else [])))


def _trains(module: Module) -> Iterator[Place]:
    training, optimisers = known("training"), known("optimisers")
    for call in module.calls:
        how = training.match(call.name)
        if (
            (how == "fit" and _fits_model(call))
            or how in ("backward", "trainer")
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
