"""Where Python code runs several seeds: loops, flags that take many, grids, job generators."""

from __future__ import annotations

import ast
import re

from reproscope.repository.collect.python.spots import Spot, Spots

_RUNS = re.compile(r"(?i)(?:^|_)(?:n_?|num_?)?(?:runs?|trials?|reps?|repeats?|repetitions?)(?:$|_)")
_TAKEN = re.compile(r"(?i)seed[=\s]*[\"']?$")
_FORMATTED = re.compile(r"(?i)seed[=\s]+[\"']?(?:\{\w{0,20}\}|%[ds])")
_WORDS = re.compile(r"(?i)seed|random_state")


def several_in(spots: Spots, node: ast.AST) -> list[Spot]:
    """Return where a statement or expression runs several seeds."""
    if isinstance(node, ast.For):
        return [spots.at(node)] if _is_over_seeds(node) else []
    if isinstance(node, ast.comprehension):
        return [spots.at(node.iter)] if _names(node.target, "seed") else []
    if isinstance(node, ast.Call):
        return [spots.at(node)] if _takes_many(node) else []
    if isinstance(node, ast.Assign):
        named = any(_names(target, "seeds") for target in node.targets)
        return [spots.at(node)] if named and _is_list(node.value) else []
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return [spots.at(value) for key, value in pairs if _is_seed_key(key) and _is_list(value)]
    return []


def _is_over_seeds(node: ast.For) -> bool:
    """A loop over seeds by its name or by what it does with them, or over runs."""
    if _names(node.target, "seed"):
        return True
    targets = {one.id for one in ast.walk(node.target) if isinstance(one, ast.Name)}
    if any(_RUNS.search(name) for name in targets) and _is_range(node.iter):
        return True
    return any(_is_given(one, targets) for statement in node.body for one in ast.walk(statement))


def _is_range(node: ast.expr) -> bool:
    """``range(args.runs)``, and of more than one where the number stands there."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    if node.func.id in ("tqdm", "trange") and node.args:
        return node.func.id == "trange" or _is_range(node.args[0])
    last = node.args[-1] if node.func.id == "range" and node.args else None
    return last is not None and not (isinstance(last, ast.Constant) and last.value == 1)


def _is_given(node: ast.AST, targets: set[str]) -> bool:
    """``main(seed=i)``, ``f"python train.py --seed {i}"``, ``"--seed %d" % i``."""
    if isinstance(node, ast.keyword):
        given = (one.id for one in ast.walk(node.value) if isinstance(one, ast.Name))
        return bool(node.arg and _WORDS.search(node.arg)) and any(name in targets for name in given)
    if isinstance(node, ast.JoinedStr):
        return any(
            _takes(*pair, targets) for pair in zip(node.values, node.values[1:], strict=False)
        )
    if isinstance(node, ast.BinOp | ast.Call):
        return any(_form(one) for one in ast.iter_child_nodes(node)) and any(
            isinstance(one, ast.Name) and one.id in targets for one in ast.walk(node)
        )
    return False


def _takes(text: ast.expr, value: ast.expr, targets: set[str]) -> bool:
    told = isinstance(text, ast.Constant) and _TAKEN.search(str(text.value)) is not None
    named = isinstance(value, ast.FormattedValue) and isinstance(value.value, ast.Name)
    return (
        told and named and any(isinstance(n, ast.Name) and n.id in targets for n in ast.walk(value))
    )


def _form(node: ast.AST) -> bool:
    """A text with a place for a seed, or a method of one: ``"--seed {}".format``."""
    text = node.value if isinstance(node, ast.Attribute) else node
    told = isinstance(text, ast.Constant) and isinstance(text.value, str)
    return told and isinstance(text, ast.Constant) and bool(_FORMATTED.search(str(text.value)))


def _takes_many(node: ast.Call) -> bool:
    """``add_argument("--seeds", nargs="+")``, ``grid(seeds=[0, 1, 2])``."""
    texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
    flagged = any(isinstance(t, str) and "seed" in t and t.startswith("--") for t in texts)
    if flagged and any(word.arg in ("nargs", "multiple") for word in node.keywords):
        return True
    words = ((word.arg or "", word.value) for word in node.keywords)
    return any(name.casefold() in ("seed", "seeds") and _is_list(value) for name, value in words)


def _names(target: ast.expr, word: str) -> bool:
    names = (one.id for one in ast.walk(target) if isinstance(one, ast.Name))
    return any(word in name.casefold() for name in names)


def _is_seed_key(key: ast.expr | None) -> bool:
    told = key.value if isinstance(key, ast.Constant) else None
    return isinstance(told, str) and bool(re.fullmatch(r"(?i)[-\w.]*seeds?", told))


def _is_list(node: ast.expr) -> bool:
    if isinstance(node, ast.List | ast.Tuple):
        return len(node.elts) > 1 and all(isinstance(one, ast.Constant) for one in node.elts)
    inner = node.args[0] if isinstance(node, ast.Call) and node.args else None
    named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if named and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "range":
            return _is_range(node)
        return node.func.id in ("list", "tuple") and inner is not None and _is_list(inner)
    return False
