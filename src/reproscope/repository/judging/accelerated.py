"""Where the work uses an accelerator or asks for one: in code, options, packages and base images.

Whether the version of the accelerator's libraries is stated is for an indicator to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.core import Evidence
from reproscope.repository.collect.environment.records import Environment
from reproscope.repository.collect.python.calls import Argument, Call
from reproscope.repository.collect.python.modules import Module
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import seen
from reproscope.repository.judging.indicator import at

_MODULES = {"cupy", "pycuda", "cudf", "cuml", "cugraph", "pynvml"}
_SEEDING = ("torch.cuda.manual_seed", "torch.cuda.seed", "torch.cuda.initial_seed")
_METHODS = {
    "cuda", "DataParallel", "DistributedDataParallel", "multi_gpu_model", "GPUOptions",
    "is_gpu_available", "is_built_with_cuda", "set_memory_growth", "get_visible_devices",
}  # fmt: skip
_LISTING = {"list_physical_devices", "list_logical_devices", "set_visible_devices", "devices"}
_DEVICES = {"to", "device", "set_default_device", "autocast", *_LISTING}
_KEYWORDS = {
    "device", "devices", "accelerator", "device_type", "tree_method", "task_type", "map_location",
}  # fmt: skip
_COUNTS = {"gpus", "num_gpus", "n_gpu", "n_gpus", "gpu_options"}
_OPTIONS = {"add_argument", "add_option", "option", "Option"}
_OPTION = re.compile(
    r"-{1,2}(?:(?:no|use|n|num|multi|which|visible)[-_]?)?(?:gpus?|cuda)(?:[-_]\w+)?"
)
_DEVICE = re.compile(r"(?i)['\"/:](?:cuda|gpu)(?:_hist)?(?=['\":])|^(?:cuda|gpu)(?:_hist)?(?::|$)")
_PACKAGE = re.compile(
    r"(?:.+-)?(?:gpu|cuda\d*|cu\d{2,3})(?:-.+)?|cupy|pycuda|cudatoolkit|nvidia-.+"
)
_IMAGE = re.compile(r"(?:^|[-_.:/])(?:gpu|cuda|cu\d{2,3}|rocm)")


def accelerator_uses(facts: Facts) -> Iterator[Evidence]:
    """Yield the places that use or ask for an accelerator, those of the code first."""
    for module in facts.modules:
        yield from _in_code(module)
    for used in facts.environment.third_party:
        if used.name in _MODULES and not used.optional:
            yield seen(used.places[0], f"import of {used.name}")
    yield from _declared(facts.environment)


def _in_code(module: Module) -> Iterator[Evidence]:
    for call in module.calls:
        if _asks(call):
            yield seen(call.place, call.words)
    for setting in (*module.settings.devices, *module.settings.values):
        visible = "CUDA_VISIBLE_DEVICES" in setting.name
        if setting.how == "device" or (visible and setting.value not in ("''", "'-1'")):
            yield seen(setting.place, f"{setting.name} = {setting.value or '…'}")


def _asks(call: Call) -> bool:
    """Whether a call uses a GPU or asks for one; seeding its generator alone does not."""
    if call.name.startswith(_SEEDING):
        return False
    if call.method in _METHODS or call.name.startswith("torch.cuda."):
        return True
    if call.method in _OPTIONS:
        return any(_OPTION.fullmatch(str(a.constant)) for a in call.arguments if a.is_constant)
    if call.method in _DEVICES and any(
        _names_one(a) for a in call.arguments if a.keyword in (None, "device_type")
    ):
        return True
    return any(_given(a) for a in call.arguments if a.keyword is not None)


def _given(argument: Argument) -> bool:
    """Whether a keyword chooses a GPU: ``device="cuda"``, ``gpus=2``."""
    if argument.keyword in _COUNTS:
        return argument.constant not in (0, False, "", "0") if argument.is_constant else True
    return argument.keyword in _KEYWORDS and _names_one(argument)


def _names_one(argument: Argument) -> bool:
    text = argument.constant if isinstance(argument.constant, str) else argument.source
    return bool(_DEVICE.search(text))


def _declared(environment: Environment) -> Iterator[Evidence]:
    """Yield packages that are built for an accelerator, and images that hold its libraries."""
    for one in environment.of("runtime", "constraint"):
        extra = next((e for e in one.extras if "cuda" in e or "gpu" in e), "")
        if extra or (one.language == "python" and _PACKAGE.fullmatch(one.name)):
            named = f"{one.name}[{extra}]" if extra else one.name
            yield at(one.file, one.line, f"{named}{one.specifier}")
    for image in environment.images:
        if _IMAGE.search(f"{image.name}:{image.tag}".casefold()):
            yield at(image.file, image.line, image.stated)
    for stated in environment.cudas:
        yield at(stated.file, stated.line, stated.stated)
