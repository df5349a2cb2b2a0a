"""Where the work uses an accelerator, the version of its libraries is stated.

## What it does
Where code uses a GPU or asks for one (`.cuda()`, `.to("cuda")`, `torch.cuda`, TensorFlow's
`gpu_options` and `/gpu:0`, `CUDA_VISIBLE_DEVICES`, `gpus=1`, an option such as `--gpu`, CuPy,
PyCUDA), or a package or base image is one for GPUs (`tensorflow-gpu`, `nvidia/cuda`), looks for a
version of CUDA or ROCm: in a base image's tag, in conda's `cudatoolkit`, in a wheel's local version
(`torch==1.13.1+cu117`), in a package's name (`cupy-cuda11x`), in an index that holds builds for one
version, or locked NVIDIA packages. `partial` is a framework that is fixed to one version without
CUDA's, by its package, a lock file or a base image: its builds then imply one.

## Why it matters
Numerical results and speed depend on CUDA and cuDNN, and old builds do not run on new drivers.

## Known problems
- A version in the README is not looked at here.
- Code that only asks whether there is a GPU counts as code that uses one where it can.
- Code that chooses its device by a configuration file may not be seen to use a GPU.
- TPUs are not looked for, and JAX chooses its device by itself.

## How to mend
State the version where the framework is declared: `pytorch-cuda=11.7`, `torch==1.13.1+cu117`, or a
base image such as `nvidia/cuda:11.7.1-cudnn8-runtime-ubuntu22.04`.
"""

from collections.abc import Iterator

from reproscope.core import Evidence, Level, Outcome
from reproscope.repository.collect.environment.records import Environment
from reproscope.repository.facts import Facts
from reproscope.repository.judging.accelerated import accelerator_uses
from reproscope.repository.judging.answering import many
from reproscope.repository.judging.declarations import unreadable
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
    "paddlepaddle",
    "paddlepaddle-gpu",
    "onnxruntime-gpu",
    "keras-gpu",
    "faiss-gpu",
    "pytorch-gpu",
    "tf-nightly-gpu",
}
_LIBRARIES = ("nvidia-cuda-", "nvidia-cudnn", "nvidia-cublas")
_IMAGES = ("pytorch/pytorch", "tensorflow/tensorflow", "nvcr.io/nvidia/")


def judge(facts: Facts) -> Judgement:
    """Say whether CUDA's version is stated, if the code uses a GPU."""
    environment = facts.environment
    uses = list(accelerator_uses(facts))
    if not uses:
        if facts.has_code and not facts.all_parsed:
            return Judgement(Outcome.UNKNOWN, "No use of a GPU was seen, and not all code parses.")
        return Judgement(Outcome.NOT_APPLICABLE, "Nothing is seen to use an accelerator.")
    measured = {"uses": len(uses), "stated": len(environment.cudas)}
    if environment.cudas:
        first = environment.cudas[0]
        places = tuple(at(v.file, v.line, v.stated) for v in environment.cudas[:10])
        words = f"The accelerator's libraries are stated in {first.file} ({first.stated})."
        return Judgement(Outcome.PRESENT, words, places, measured=measured)
    locked = [k for k in environment.locks if any(n.startswith(_LIBRARIES) for n in k.names)]
    if locked:
        words = f"{locked[0].file} fixes the NVIDIA packages."
        return Judgement(Outcome.PRESENT, words, (at(locked[0].file, 1),), measured=measured)
    fixed = tuple(_fixed_frameworks(environment))
    if fixed:
        words = "The framework is fixed to one version, which implies CUDA's without stating it."
        return Judgement(Outcome.PARTIAL, words, fixed[:10], _REMEDY, 0.5, measured)
    if environment.broken:
        places = unreadable(environment.broken)
        return Judgement(Outcome.UNKNOWN, "Files that may state it could not be read.", places)
    words = (
        f"A GPU is used or asked for in {many(len(uses), 'place')}; no file states a CUDA version."
    )
    return Judgement(Outcome.ABSENT, words, tuple(uses[:10]), _REMEDY, measured=measured)


def _fixed_frameworks(environment: Environment) -> Iterator[Evidence]:
    for one in environment.of("runtime", "constraint"):
        if one.name in _FRAMEWORKS and one.pinned == "exact":
            yield at(one.file, one.line, f"{one.name}{one.specifier}")
    for lock in environment.locks:
        if lock.language == "python" and lock.names & _FRAMEWORKS:
            yield at(lock.file, 1)
    for image in environment.images:
        if image.name.startswith(_IMAGES) and any(sign.isdigit() for sign in image.tag):
            yield at(image.file, image.line, image.stated)
