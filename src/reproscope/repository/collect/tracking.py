"""What keeps a record of a run: trackers, settings that are written or printed, logs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reproscope.repository.collect.python.calls import Call
from reproscope.repository.collect.python.known import known
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.collect.texts import is_test
from reproscope.repository.tree import Tree

_LOG = re.compile(
    r"(?i)events\.out\.tfevents\..*|.+\.(?:log|tfevents)|trainer_state\.json|metrics\.csv"
    r"|(?:training|train)[-_]?log.*\.(?:txt|csv|json)|hparams\.yaml|log[-_].*\.txt|.+[-_]log\.txt"
)
_LOG_FOLDERS = {"wandb", "mlruns", "lightning_logs", "tb_logs", "runs", "tensorboard"}
_DUMPS = ("json.dump", "yaml.dump", "yaml.safe_dump", "toml.dump", "pickle.dump", "torch.save")
_WRITTEN = re.compile(r"dumps?\(|(?:str|repr|vars|format)\(|to_yaml|pretty")
_NAMES = (
    r"(?:args|opts?|flags|hparams|hyper_?param\w*|\w*config|\w*cfg|cfgs?|conf|configuration"
    r"|settings)"
)
_SETTINGS = re.compile(rf"(?i)(?<![\w.])(?:self\.|vars\()?(?:\w+\.)?{_NAMES}\b(?!\.\w+\b(?!\())")
_WHOLE = re.compile(rf"(?i)(?:str\(|repr\(|vars\(|pformat\(|f)?['\"{{]*(?:\w+\.)?{_NAMES}[)\"'}}]*")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


@dataclass(frozen=True, slots=True)
class Tracking:
    """A call or file that keeps a record of a run.

    A ``tracker``, a ``dump`` of the settings to a file, a ``print`` of them, a ``table`` of results
    that is written, or a ``log`` that lies in the tree.
    """

    how: str
    by: str
    words: str
    place: Place


def tracking_in(module: Module) -> Iterator[Tracking]:
    """Yield what a source records of its runs."""
    kinds = known("trackers")
    for call in module.calls:
        by = kinds.match(call.name)
        if by is not None:
            yield Tracking("tracker", by, call.words, call.place)
        elif _writes_settings(call):
            yield Tracking("dump", "file", call.words, call.place)
        elif call.name in ("csv.writer", "csv.DictWriter"):
            yield Tracking("table", "file", call.words, call.place)
        elif _prints_settings(call):
            yield Tracking("print", "output", call.words, call.place)
    yield from _kept_with_results(module)
    if any(one.top == "sacred" for one in module.imports):
        for one in module.settings.decorated:
            if one.decorator.endswith((".config", ".capture", ".automain", ".main")):
                yield Tracking("tracker", "Sacred", f"@{one.decorator}", one.place)


def _kept_with_results(module: Module) -> Iterator[Tracking]:
    """``results["args"] = vars(args)`` in a source that writes its results as JSON."""
    writes = any(call.name in ("json.dumps", "json.dump", "yaml.dump") for call in module.calls)
    for call in module.calls if writes else ():
        if call.name == "vars" and call.arguments and _WHOLE.fullmatch(call.arguments[0].source):
            yield Tracking("dump", "file", call.words, call.place)
            return


def logs_in(tree: Tree) -> Iterator[Tracking]:
    """Yield the files of a tree that are logs of runs."""
    for file in tree.files:
        folders = set(file.path.split("/")[:-1])
        other = file.suffix in (".py", ".ipynb", ".md") or is_test(file.path)
        if not other and (_LOG.fullmatch(file.name) or folders & _LOG_FOLDERS):
            yield Tracking("log", "file", file.path, Place(file.path, 1))


def _writes_settings(call: Call) -> bool:
    """``json.dump(vars(args), f)``, ``f.write(json.dumps(config.to_dict()))``."""
    written = call.method in ("write_text", "write") and _WRITTEN.search(call.words)
    if not call.arguments or not (call.name in _DUMPS or written):
        return False
    source = _QUOTED.sub("", call.arguments[0].source)
    return _SETTINGS.search(source) is not None and "joblib" not in source


def _prints_settings(call: Call) -> bool:
    """``print(args)``, ``logger.info(vars(args))``; one value of them is not the settings."""
    owner = call.name.rpartition(".")[0].casefold()
    if call.name not in ("print", "pprint.pprint") and not owner.endswith(("logger", "logging")):
        return False
    return any(not a.is_constant and _WHOLE.fullmatch(a.source) for a in call.arguments[:3])
