"""Where a model, or the end of a training, is chosen by a score on validation rows.

Told by names: a score named for the validation is compared with the best so far, or watched by a
library's early stopping. Where the rows that carry the name are a library's test part, nothing is
told.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from reproscope.repository.collect.python.parsing import Parsed
from reproscope.repository.collect.python.spots import Spot, Spots

_WORTH_A_LOOK = re.compile(r"(?i)val|dev")
_VALIDATION = re.compile(
    r"(?i)(?:^|[^a-z])(?:val|valid|validation|dev)(?:$|[^a-z]|(?:loss|acc|err)\w*)"
)
_BEST = re.compile(r"(?i)best|lowest|highest|stored|min|max|patience|early|stop|prev|last")
_WATCHERS = ("EarlyStopping", "ModelCheckpoint", "ReduceLROnPlateau")
_TOLD = re.compile(r"(?i)val|dev|valid")
_PARTS = ("train", "split", "image_set", "subset", "is_train")


def chosen_on_validation(parsed: Parsed) -> tuple[Spot, ...]:
    """Return the lines at which validation rows choose, the first few."""
    if not _WORTH_A_LOOK.search(parsed.source.text):
        return ()
    if any(_is_test_by_another_name(parsed, node) for node in parsed.nodes):
        return ()
    spots = Spots(parsed)
    found = (node for node in parsed.nodes if _chooses(parsed, node))
    return tuple(spots.at(node) for _, node in zip(range(10), found, strict=False))


def _chooses(parsed: Parsed, node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return _is_kept_or_ended(node)
    if isinstance(node, ast.Assign):  # is_best = val_acc > best_acc
        return isinstance(node.value, ast.Compare) and any(_against_the_best(node.value))
    if isinstance(node, ast.Call):
        return _watches(parsed, node)
    return False


def _is_kept_or_ended(node: ast.If) -> bool:
    """``if val_loss < best:``, or a comparison of validation scores that ends the training."""
    ends = any(isinstance(statement, ast.Break) for statement in node.body)
    for compared in _comparisons(node.test):
        if any(_against_the_best(compared)):
            return True
        sides = (compared.left, *compared.comparators)
        if ends and any(_speaks(side, _VALIDATION) for side in sides):
            return True
        first, second = sides[0], sides[-1]
        if _speaks(first, _VALIDATION) and _takes(node, second, first):
            return True
    return False


def _comparisons(test: ast.expr) -> Iterator[ast.Compare]:
    for one in test.values if isinstance(test, ast.BoolOp) else [test]:
        if isinstance(one, ast.Compare) and isinstance(
            one.ops[0], ast.Lt | ast.Gt | ast.LtE | ast.GtE
        ):
            yield one


def _against_the_best(node: ast.Compare) -> Iterator[bool]:
    sides = (node.left, node.comparators[-1])
    for score, best in (sides, sides[::-1]):
        yield _speaks(score, _VALIDATION) and not _speaks(score, _BEST) and _speaks(best, _BEST)


def _takes(node: ast.If, target: ast.expr, value: ast.expr) -> bool:
    """Whether the body lets one side become the other: ``stored = val_loss``."""
    wanted, given = ast.dump(target), ast.dump(value)
    assigned = (one for one in node.body if isinstance(one, ast.Assign))
    return any(
        ast.dump(one.value) == given
        and any(ast.dump(t).replace("Store()", "Load()") == wanted for t in one.targets)
        for one in assigned
    )


def _speaks(node: ast.expr, about: re.Pattern[str]) -> bool:
    """Whether a name in an expression speaks of something: ``val_loss.avg``, ``max(val_accs)``."""
    if isinstance(node, ast.Name):
        return about.search(node.id) is not None
    if isinstance(node, ast.Attribute):
        return about.search(node.attr) is not None or _speaks(node.value, about)
    if isinstance(node, ast.Subscript):
        key = node.slice
        told = isinstance(key, ast.Constant) and isinstance(key.value, str)
        if told and isinstance(key, ast.Constant) and about.search(str(key.value)):
            return True
        return _speaks(node.value, about)
    if isinstance(node, ast.Call):
        named = isinstance(node.func, ast.Name | ast.Attribute) and _speaks(node.func, about)
        return named or any(_speaks(one, about) for one in node.args[:3])
    if isinstance(node, ast.BinOp):
        return _speaks(node.left, about) or _speaks(node.right, about)
    return False


def _watches(parsed: Parsed, node: ast.Call) -> bool:
    """``EarlyStopping(monitor="val_loss")``, ``early_stopping(val_loss, model)``."""
    name = (parsed.dotted(node.func) or "").rpartition(".")[2]
    if name in _WATCHERS:
        told = [word.value for word in node.keywords if word.arg == "monitor"]
        watched = [*told, *node.args[:1]]
        return any(
            isinstance(one, ast.Constant)
            and isinstance(one.value, str)
            and _TOLD.search(one.value) is not None
            for one in watched
        )
    stops = name.casefold().replace("_", "") in ("earlystopping", "earlystop", "earlystopper")
    return stops and any(_speaks(one, _VALIDATION) for one in node.args[:2])


def _is_test_by_another_name(parsed: Parsed, node: ast.AST) -> bool:
    """``val_set = CIFAR10(root, train=False)``: what is called validation is the test part."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
        return False
    names = [t for t in node.targets if isinstance(t, ast.Name | ast.Attribute)]
    if not any(_speaks(one, _VALIDATION) for one in names):
        return False
    calls = (one for one in ast.walk(node.value) if isinstance(one, ast.Call))
    words = (word for call in calls for word in call.keywords if word.arg in _PARTS)
    return any(
        isinstance(word.value, ast.Constant) and word.value.value in (False, "test")
        for word in words
    )
