"""Where code runs on an accelerator, the version of its libraries is stated.

## What it does
Where code moves work to a GPU (`.cuda()`, `.to("cuda")`, `torch.cuda`, `tf.config` devices, CuPy,
PyCUDA), looks for a version of CUDA: in a base image's tag, in conda's `cudatoolkit`, in a wheel's
local version (`torch==1.13.1+cu117`), in an index that holds builds for one version, or locked
NVIDIA packages. `partial` is a framework that is fixed to one version without CUDA's: its wheels
then imply one.

## Why it matters
Numerical results and speed depend on CUDA and cuDNN, and old builds do not run on new drivers.

## Known problems
- A version in the README is not looked at here.
- Code that only asks whether there is a GPU counts as code that uses one where it can.
- Code that chooses its device by a configuration file may not be seen to use a GPU.
- AMD's ROCm is recognised by base images alone.

## How to mend
State the version where the framework is declared: `pytorch-cuda=11.7`, `torch==1.13.1+cu117`, or a
base image such as `nvidia/cuda:11.7.1-cudnn8-runtime-ubuntu22.04`.
"""

from collections.abc import Iterator

from reproscope.core import Evidence, Level, Outcome
from reproscope.repository.collect.environment.records import Environment
from reproscope.repository.collect.python.calls import Call
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "R218",
    "accelerator-versions",
    "software",
    __doc__,
    severity=Level.NOTE,
    effort="minutes",
    weight=1,
)
_REMEDY = (
    "State CUDA's version, for example by torch==1.13.1+cu117, pytorch-cuda=11.7 or the image."
)
_FRAMEWORKS = {
    "torch",
    "pytorch",
    "tensorflow",
    "tensorflow-gpu",
    "jax",
    "jaxlib",
    "mxnet",
    "cupy",
    "paddlepaddle-gpu",
}
_GPU_MODULES = {"cupy", "pycuda", "cudf", "cuml", "cugraph", "pynvml"}
_SEEDING = ("torch.cuda.manual_seed", "torch.cuda.seed", "torch.cuda.initial_seed")
_PARALLEL = {"DataParallel", "DistributedDataParallel"}


def judge(facts: Facts) -> Judgement:
    """Say whether CUDA's version is stated, if the code uses a GPU."""
    environment = facts.environment
    uses = list(_uses(facts))
    if not uses:
        if facts.has_code and not facts.all_parsed:
            return Judgement(Outcome.UNKNOWN, "No use of a GPU was seen, and not all code parses.")
        return Judgement(Outcome.NOT_APPLICABLE, "The code is not seen to use an accelerator.")
    measured = {"uses": len(uses), "stated": len(environment.cudas)}
    if environment.cudas:
        first = environment.cudas[0]
        places = tuple(at(v.file, v.line, v.stated) for v in environment.cudas[:10])
        words = f"CUDA is stated in {first.file} ({first.stated})."
        return Judgement(Outcome.PRESENT, words, places, measured=measured)
    locked = [k for k in environment.locks if any(n.startswith("nvidia-") for n in k.names)]
    if locked:
        words = f"{locked[0].file} fixes the NVIDIA packages."
        return Judgement(Outcome.PRESENT, words, (at(locked[0].file, 1),), measured=measured)
    fixed = tuple(_fixed_frameworks(environment))
    if fixed:
        words = "The framework is fixed to one version, which implies CUDA's without stating it."
        return Judgement(Outcome.PARTIAL, words, fixed[:10], _REMEDY, 0.5, measured)
    if environment.broken:
        places = tuple(at(b.file, b.line, f"{b.file}: {b.why}") for b in environment.broken[:10])
        return Judgement(Outcome.UNKNOWN, "Files that may state it could not be read.", places)
    words = f"The code uses or asks for a GPU in {len(uses)} places; no file states a CUDA version."
    return Judgement(Outcome.ABSENT, words, tuple(uses[:10]), _REMEDY, measured=measured)


def _uses(facts: Facts) -> Iterator[Evidence]:
    for call in facts.calls:
        if _on_gpu(call):
            yield at(call.place.path, call.place.line, f"call of {call.name}")
    for used in facts.environment.third_party:
        if used.name in _GPU_MODULES and not used.optional:
            yield at(used.places[0].path, used.places[0].line, f"import of {used.name}")


def _on_gpu(call: Call) -> bool:
    """Whether a call uses a GPU or asks for one; seeding its generator alone does not."""
    if call.name.startswith(_SEEDING):
        return False
    if call.method in _PARALLEL:
        return True
    if call.name.startswith(("torch.cuda.", "tensorflow.config.experimental.set_memory_growth")):
        return True
    if call.method == "cuda":
        return True
    named = (a.constant for a in call.arguments if isinstance(a.constant, str))
    devices = any(one == "cuda" or one.startswith("cuda:") for one in named)
    return devices and call.method in ("to", "device", "set_default_device")


def _fixed_frameworks(environment: Environment) -> Iterator[Evidence]:
    for one in environment.of("runtime", "constraint"):
        if one.name in _FRAMEWORKS and one.pinned == "exact":
            yield at(one.file, one.line, f"{one.name}{one.specifier}")
    for lock in environment.locks:
        if lock.language == "python" and lock.names & _FRAMEWORKS:
            yield at(lock.file, 1)
