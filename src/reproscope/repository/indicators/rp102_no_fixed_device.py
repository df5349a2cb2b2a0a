"""Code is not tied to a numbered device.

## What it does
Looks for numbered devices (`cuda:1`, `.cuda(3)`, `torch.cuda.set_device(2)`,
`CUDA_VISIBLE_DEVICES` set in code). The first device, or any CUDA device without a check that there
is one, is `partial`.

## Why it matters
A machine with one device, or none, cannot run the code as it is.

## Known problems
A device chosen by a variable is taken as free. Whether a check for a device, or an option about one
(`--cuda`, `--no-cuda`, `--device`), governs a call is judged by their being there, not by the flow.

## How to mend
`device = "cuda" if torch.cuda.is_available() else "cpu"`, and an option to choose another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reproscope.core import JSON, Level, Outcome
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.collect.python.parsing import Place
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many, missing, not_applicable, shown
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "RP102",
    "no-fixed-device",
    "portability",
    __doc__,
    severity=Level.NOTE,
    effort="minutes",
    weight=2,
)
_REMEDY = "Choose the device by an option, and fall back to the CPU where there is none."
_DEVICE = re.compile(r"(?:cuda|/?(?:device:)?gpu):(\d+)", re.IGNORECASE)
_CHECKS = {"is_available", "device_count", "list_physical_devices", "is_gpu_available"}
_CHOOSES = re.compile(
    r"(?i)(?:^|[._-])(?:no[_-]?)?(?:use[_-]?)?(?:cuda|gpus?|device|cpu)(?:$|[._-])"
)
_OPTIONS = {"add_argument", "add_option", "option", "Option", "DEFINE_string"}

_ABOUT = re.compile(r"cuda|gpu|device")


@dataclass(frozen=True, slots=True)
class _Device:
    words: str
    place: Place
    bound: bool


def judge(facts: Facts) -> Judgement:
    """Look for devices by number, and for CUDA without a way out."""
    if not facts.modules:
        return not_applicable("There is no Python source.")
    ours = [module for module in facts.parsed if not module.is_test]
    checked = any(call.method in _CHECKS for module in ours for call in module.calls)
    checked = checked or any(_CHOOSES.search(o.name) for o in facts.experiment.options)
    found = [device for module in ours for device in _devices(module, checked)]
    bound = [device for device in found if device.bound]
    measured: dict[str, JSON] = {"numbered": len(bound), "first": len(found) - len(bound)}
    if bound:
        message = f"{many(len(bound), 'place')} tied to a device by its number."
        return Judgement(Outcome.ABSENT, message, shown(bound), _REMEDY, measured=measured)
    if found:
        message = f"{many(len(found), 'place')} need a CUDA device, without a check for one."
        return Judgement(Outcome.PARTIAL, message, shown(found), _REMEDY, 0.5, measured)
    if facts.unseen(_ABOUT):
        return missing(facts, "No fixed device was found.", _REMEDY, measured, about=_ABOUT)
    return Judgement(Outcome.PRESENT, "No source is tied to a device.", measured=measured)


def _devices(module: Module, checked: bool) -> Iterator[_Device]:
    for literal in module.literals:
        found = _DEVICE.fullmatch(literal.text)
        number = None if found is None else int(found[1][:6])
        optional = literal.role == "default" or literal.owner.rpartition(".")[2] in _OPTIONS
        if literal.role in ("compared", "item") or literal.keyword == "map_location":
            continue
        if number and not optional:
            yield _Device(repr(literal.text), literal.place, True)
        elif (number == 0 or literal.text == "cuda" or number) and not checked and not optional:
            yield _Device(repr(literal.text), literal.place, False)
    yield from _calls(module, checked)
    for value in module.settings.values:
        if "CUDA_VISIBLE_DEVICES" in value.name and value.value.strip("'\"") not in ("", "-1"):
            yield _Device(f"{value.name} = {value.value}", value.place, value.value != "'0'")


def _calls(module: Module, checked: bool) -> Iterator[_Device]:
    for call in module.calls:
        if call.method == "cuda" or call.name == "torch.cuda.set_device":
            first = call.argument("device", 0)
            told = None if first is None else first.constant
            if isinstance(told, int) and not isinstance(told, bool) and told > 0:
                yield _Device(call.words, call.place, True)
            elif (first is None or told == 0) and not checked:
                yield _Device(call.words, call.place, False)
        elif call.name in ("os.environ.setdefault", "os.putenv") and len(call.arguments) > 1:
            first, second = call.arguments[:2]
            if first.constant == "CUDA_VISIBLE_DEVICES" and second.constant not in ("", "-1", None):
                yield _Device(call.words, call.place, second.constant != "0")
