"""Values that a source sets itself: decorators, options declared by classes, loops over epochs.

What is set by a call is among the calls already; here is the rest that speaks of hyperparameters.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from reproscope.repository.collect.python.parsing import Parsed, Place

_EPOCH = re.compile(r"(?i)(?:^|_)epochs?(?:$|_)|^ep$")
_WORDS = (
    r"lr|learning_?rate|batch_?size|bs|n_?epochs?|num_?epochs?|max_?epochs?|epochs?|weight_?decay"
    r"|momentum|dropout|hidden_?(?:dim|size|units)?|n_?layers?|num_?layers?|optimizer|max_?iters?"
    r"|num_?steps|max_?steps|gamma|alpha|n_?estimators|max_?depth|temperature|warmup(?:_steps)?"
)
_HYPERPARAMETER = re.compile(rf"(?i)(?:\w*_)?(?:{_WORDS})")
_CONFIG = re.compile(r"(?i)(?:^|[._])(?:c|cfg|conf|config|hparams|params|args|opts?)$")
_MOST_FIELDS = 400


@dataclass(frozen=True, slots=True)
class Setting:
    """A name that gets a constant value, and how.

    ``constant`` by a plain name, ``default`` of a function's parameter, ``field`` of a class or a
    configuration, ``entry`` of a dictionary, ``item`` of the environment, ``loop`` over epochs.
    """

    name: str
    value: str
    how: str
    place: Place


@dataclass(frozen=True, slots=True)
class Decorated:
    """A function or class and the dotted name of one of its decorators."""

    decorator: str
    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class Defined:
    """A function or class that is defined, with its dotted bases if it is a class."""

    name: str
    bases: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Settings:
    """All of one source; `devices` are options that choose or limit a GPU (``gpu_options``)."""

    values: tuple[Setting, ...] = ()
    decorated: tuple[Decorated, ...] = ()
    defined: tuple[Defined, ...] = ()
    devices: tuple[Setting, ...] = ()


def is_hyperparameter(name: str) -> bool:
    """Whether a name is one that training scripts give to a hyperparameter.

    >>> is_hyperparameter("batch_size"), is_hyperparameter("--learning-rate".strip("-")), \\
    ...     is_hyperparameter("train.lr"), is_hyperparameter("runtime")
    (True, True, True, False)
    """
    last = name.rpartition(".")[2]  # options may be grouped: ``--train.learning_rate``
    return bool(_HYPERPARAMETER.fullmatch(last.replace("-", "_").strip("_")[:60]))


def settings_of(parsed: Parsed) -> Settings:
    """Return what a source sets, in the order of its lines."""
    values: list[Setting] = []
    decorated: list[Decorated] = []
    defined: list[Defined] = []
    devices: list[Setting] = []
    for node in parsed.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bases = node.bases if isinstance(node, ast.ClassDef) else []
            names = tuple(filter(None, (parsed.dotted(base) for base in bases)))
            if not isinstance(node, ast.ClassDef):
                values.extend(_defaults(parsed, node.args))
            defined.append(Defined(node.name, names, parsed.place(node)))
            for one in node.decorator_list:
                called = one.func if isinstance(one, ast.Call) else one
                name = parsed.dotted(called)
                if name is not None:
                    decorated.append(Decorated(name, node.name, parsed.place(one)))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            values.extend(_assigned(parsed, node))
            devices.extend(_of_devices(parsed, node))
        elif isinstance(node, ast.For):
            values.extend(_epochs(parsed, node))
    kept = tuple(values[:_MOST_FIELDS]), tuple(decorated), tuple(defined)
    return Settings(*kept, tuple(devices[:_MOST_FIELDS]))


def _of_devices(parsed: Parsed, node: ast.Assign | ast.AnnAssign) -> list[Setting]:
    """``config.gpu_options.allow_growth = True``, as TensorFlow's sessions are told."""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    name = parsed.dotted(target) or "" if isinstance(target, ast.Attribute) else ""
    return [_set(parsed, name, node.value, "device", node)] if ".gpu_options." in name else []


def _assigned(parsed: Parsed, node: ast.Assign | ast.AnnAssign) -> list[Setting]:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    grouped = isinstance(node, ast.AnnAssign) or (
        isinstance(target, ast.Attribute) and _CONFIG.search(parsed.dotted(target.value) or "")
    )
    how = "field" if grouped else "constant"
    if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
        named = f"{parsed.dotted(target.value) or ''}[{target.slice.value!r}]"
        return [_set(parsed, named, node.value, "item", node)] if "environ" in named else []
    name = parsed.dotted(target) or ""
    if isinstance(node.value, ast.Dict):
        pairs = zip(node.value.keys, node.value.values, strict=True)
        told = [(k.value, v) for k, v in pairs if isinstance(k, ast.Constant)]
        keys = [(str(key), value) for key, value in told if _is_value(str(key), value)]
        return [_set(parsed, key, value, "entry", value) for key, value in keys]
    if _is_value(name.rpartition(".")[2], node.value):
        return [_set(parsed, name, node.value, how, node)]
    return []


def _defaults(parsed: Parsed, node: ast.arguments) -> list[Setting]:
    """``def train(rows, lr=0.1, batch_size=50):`` declares both, where no caller gives others."""
    plain = [*node.posonlyargs, *node.args]
    pairs = [*zip(plain[len(plain) - len(node.defaults) :], node.defaults, strict=True)]
    pairs += [(a, d) for a, d in zip(node.kwonlyargs, node.kw_defaults, strict=True) if d]
    found = [(one.arg, value) for one, value in pairs if _is_value(one.arg, value)]
    return [_set(parsed, name, value, "default", value) for name, value in found]


def _is_value(name: str, node: ast.expr | None) -> bool:
    """Whether a hyperparameter gets a number; ``alpha`` may as well be that of a plot."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, int | float):
        return False
    if name.casefold().endswith("epoch") and node.value in (0, 1):
        return False  # where a count begins
    return name.isidentifier() and is_hyperparameter(name) and name not in ("alpha", "gamma")


def _set(parsed: Parsed, name: str, node: ast.expr | None, how: str, at: ast.AST) -> Setting:
    constant = isinstance(node, ast.Constant) and node.value is not None
    shown = repr(node.value)[:40] if constant and isinstance(node, ast.Constant) else ""
    return Setting(name[:80], shown, how, parsed.place(at))


def _epochs(parsed: Parsed, node: ast.For) -> list[Setting]:
    """``for epoch in range(200)``: the number of epochs stands in the loop."""
    target, call = node.target, node.iter
    if not (isinstance(target, ast.Name) and _EPOCH.search(target.id)):
        return []
    if (
        isinstance(call, ast.Call)
        and len(call.args) == 1
        and parsed.dotted(call.func)
        in (
            "tqdm",
            "tqdm.tqdm",
            "tqdm.trange",
            "trange",
            "tqdm.auto.tqdm",
        )
    ):
        call = call.args[0] if isinstance(call.args[0], ast.Call) else call
    if not isinstance(call, ast.Call) or parsed.dotted(call.func) not in ("range", "tqdm.trange"):
        return []
    last = call.args[min(1, len(call.args) - 1)] if call.args else None
    return [_set(parsed, "epochs", last, "loop", node)]
