"""Switches for deterministic computation, set by a call, an attribute or the environment."""

from __future__ import annotations

import ast

from reproscope.repository.collect.python.parsing import Parsed
from reproscope.repository.collect.python.seeds.records import Switch
from reproscope.repository.collect.python.spots import Spots

_ATTRIBUTES = {
    "torch.backends.cudnn.deterministic": ("cudnn.deterministic", True),
    "torch.backends.cudnn.benchmark": ("cudnn.benchmark", False),
    "torch.backends.cudnn.enabled": ("cudnn.enabled", False),
}
_CALLS = {
    "torch.use_deterministic_algorithms": "use_deterministic_algorithms",
    "torch.set_deterministic": "use_deterministic_algorithms",
    "torch.set_deterministic_debug_mode": "use_deterministic_algorithms",
    "tensorflow.config.experimental.enable_op_determinism": "enable_op_determinism",
    "transformers.enable_full_determinism": "use_deterministic_algorithms",
    "monai.utils.set_determinism": "cudnn.deterministic",
    "monai.utils.misc.set_determinism": "cudnn.deterministic",
}
_VARIABLES = frozenset(
    {
        "PYTHONHASHSEED",
        "CUBLAS_WORKSPACE_CONFIG",
        "TF_DETERMINISTIC_OPS",
        "TF_CUDNN_DETERMINISTIC",
    }
)


def switch_of(parsed: Parsed, spots: Spots, node: ast.AST) -> Switch | None:
    """Return the switch that a statement or call sets."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return _assigned(parsed, spots, node)
    if isinstance(node, ast.Call):
        return _called(parsed, spots, node)
    return None


def _assigned(parsed: Parsed, spots: Spots, node: ast.Assign) -> Switch | None:
    target = node.targets[0]
    if isinstance(target, ast.Attribute):
        found = _ATTRIBUTES.get(parsed.dotted(target) or "")
        if found is None:
            return None
        name, wanted = found
        value = node.value.value if isinstance(node.value, ast.Constant) else None
        return Switch(name, value is wanted, spots.at(node))
    if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
        return _variable(parsed, spots, target.value, target.slice.value, node, node.value)
    return None


def _variable(
    parsed: Parsed, spots: Spots, base: ast.expr, key: object, node: ast.AST, to: ast.expr | None
) -> Switch | None:
    if parsed.dotted(base) != "os.environ" or not isinstance(key, str) or key not in _VARIABLES:
        return None
    off = isinstance(to, ast.Constant) and to.value in ("0", "false", "False", "")
    return Switch(key, not off or key == "PYTHONHASHSEED", spots.at(node))


def _called(parsed: Parsed, spots: Spots, node: ast.Call) -> Switch | None:
    dotted = parsed.dotted(node.func) or ""
    first = node.args[0] if node.args else None
    if dotted in _CALLS:
        off = isinstance(first, ast.Constant) and first.value in (False, 0, "default")
        return Switch(_CALLS[dotted], not off, spots.at(node))
    if dotted == "os.environ.setdefault" and isinstance(first, ast.Constant):
        base = node.func.value if isinstance(node.func, ast.Attribute) else node.func
        given = node.args[1] if len(node.args) > 1 else None
        return _variable(parsed, spots, base, first.value, node, given)
    last = dotted.rpartition(".")[2]
    if last == "Trainer":
        word = next((w.value for w in node.keywords if w.arg == "deterministic"), None)
        if isinstance(word, ast.Constant) and word.value in (True, "warn"):
            return Switch("Trainer(deterministic)", True, spots.at(node))
    return None
