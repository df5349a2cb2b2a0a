"""The code that evaluates is there, not only the code that trains.

## What it does
Looks for files that evaluate (`eval.py`, `evaluate_*.py`, `metrics.py`, `test.py`, `benchmark.py`),
for functions and methods of such names, and for calls of metrics (`sklearn.metrics`,
`torchmetrics`, `model.evaluate`), and of functions that judge rows named for the test
(`predict(X_test)`). A model that is only switched to evaluation is `partial`.

## Why it matters
Two implementations of one metric give different numbers. Whoever compares must be able to run the
same evaluation.

## Known problems
Names decide, except for metric calls. A test suite's `test_*` functions are not evaluation; a
method `test` of a model is.

## How to mend
Publish the script that computed the reported numbers from the predictions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.collect.python.calls import Call
from reproscope.repository.collect.python.leakage.names import part_named
from reproscope.repository.collect.python.outline import Definition
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at, counted
from reproscope.repository.judging.stated import tree_cut

INDICATOR = Indicator.of(
    "R802",
    "evaluation-code",
    "practice",
    __doc__,
    severity=Level.WARNING,
    effort="a day",
    weight=2,
)
_FILE = re.compile(
    r"(?:eval|evaluat\w*|metrics?|test|validate|validation|benchmark|score|accuracy)(?:[-_]\w+)?"
    r"|\w+[-_](?:eval|evaluat\w*|metrics?|accuracy|benchmark)"
)
_FUNCTION = re.compile(
    r"_?(?:eval|evaluate|evaluation)(?:_\w+)?|(?:\w+_)?(?:accuracy|f1(?:_score)?|auc|auroc|miou|bleu"
    r"|perplexity|error_rate)|_?(?:test|validate|validation|compute_metrics?|calc\w*_metrics?"
    r"|get_metrics?|accuracy|f1_score|test_step|validation_step|test_epoch_end)(?:_(?:model|epoch|loop"
    r"|step|split|set|fn|one_epoch|dataset|on_\w+))?"
)
_JUDGES = re.compile(r"(?i)predict|test|eval|score|valid|accura|infer")
_TRAINING = re.compile(r"(?:train|main|run|fit|experiment)")
_REMEDY = "Publish the script that computed the reported numbers."
_CALL = re.compile(
    r"(?:sklearn\.metrics\.(?!pairwise)\w+|torchmetrics\.[\w.]+|evaluate\.load|nltk\.translate[\w.]+"
    r"|sacrebleu\.\w+|tensorflow\.keras\.metrics\.\w+|keras\.metrics\.\w+|\S+\.evaluate"
    r"|sklearn\.model_selection\.cross_val\w+|mteb\.[\w.]+)"
)

_ABOUT = re.compile(r"eval|test|valid|metric|score|accura|auc|f1|bleu|perplex")


def judge(facts: Facts) -> Judgement:
    """Answer whether there is code that evaluates."""
    if not facts.has_code:
        return Judgement(Outcome.NOT_APPLICABLE, "There is no Python code.")
    found = tuple(_found(facts))
    measured: dict[str, JSON] = {"found": len(found)}
    if found:
        message = f"Code that evaluates stands at {counted(len(found), 'place')}."
        return Judgement(Outcome.PRESENT, message, found[:8], measured=measured)
    switched = tuple(_switched(facts))
    if switched:
        message = "A model is switched to evaluation, and no function or file is named for it."
        return Judgement(Outcome.PARTIAL, message, switched[:5], _REMEDY, measured=measured)
    if facts.unseen(_ABOUT) or tree_cut(facts):
        message = "No code that evaluates was found, and not every source could be parsed."
        return Judgement(Outcome.UNKNOWN, message, measured=measured)
    message = "No file, function or call was found that evaluates."
    return Judgement(Outcome.ABSENT, message, remedy=_REMEDY, measured=measured)


def _switched(facts: Facts) -> Iterator[Evidence]:
    """Yield where a model is told that it is evaluated: ``model.eval()``, ``torch.no_grad()``."""
    for call in facts.calls:
        told = call.method == "eval" and "." in call.name and not call.arguments
        if told or call.name in ("torch.no_grad", "torch.inference_mode"):
            yield at(call.place.path, call.place.line, call.name)


def _found(facts: Facts) -> Iterator[Evidence]:
    for module in facts.modules:
        name = module.path.casefold().rpartition("/")[2]
        stem = name.rpartition(".")[0] or name
        if module.is_test:
            continue
        if _FILE.fullmatch(stem):
            yield at(module.path)
        for definition in module.outline.definitions:
            if _evaluates(definition, stem):
                yield at(module.path, definition.line, f"def {definition.name}")
        for call in module.calls:
            if _CALL.fullmatch(call.name) or _scores(call):
                yield at(call.place.path, call.place.line, call.name)
                break


def _scores(call: Call) -> bool:
    """``model.score(X, y)``, or whatever is given rows that are named for the test to judge."""
    if call.method == "score" and "." in call.name and len(call.arguments) >= 2:
        return True
    given = (a.source for a in call.arguments if not a.is_constant and a.source.isidentifier())
    return bool(_JUDGES.search(call.method)) and any(part_named(name) == "test" for name in given)


def _evaluates(definition: Definition, stem: str) -> bool:
    """A ``test()`` without parameters tries out a model, except in a script that trains."""
    if definition.is_class or not _FUNCTION.fullmatch(definition.name):
        return False
    tried = definition.name in ("test", "_test") and not definition.parameters
    return not tried or bool(_TRAINING.match(stem))
