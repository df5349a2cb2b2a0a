"""A BinderHub builds the repository as it is.

## What it does
With `--binderhub URL` asks a BinderHub to build the commit that was looked at, or the default
branch where no commit is known, and reads the hub's event stream. `present`: the hub reports that
the image is built. `absent`: the hub began to build and reports a failure; the end of its log is
the evidence. `unknown`: no hub was asked, it could not be reached, it refused before building (a
commit it cannot find, a quota, an error of its own), the time limit passed (`--build-limit`), or
the target has no public address. The connection ends once the image is built: the hub starts no
server for us.

## Why it matters
A build by a machine that knows nothing but the repository shows that the environment can be made
without the authors. The thesis of 2022 describes this indicator; its tool never asked.

## Known problems
- The hub builds what is public: changes that are not committed and pushed are not in it.
- A hub may have the image from an earlier build, and reports that one.
- A build can fail for a reason of the hub's own, such as too little memory; read the log.
- That the image builds does not show that the code in it runs.
- The hub is asked directly, never by a proxy.
- Addresses other than those of GitHub and GitLab are asked for by https alone.

## How to mend
Read the end of the log. Add or correct the files that repo2docker reads (indicator R302), and try
it on the same hub.

## References
- BinderHub, API documentation, binderhub.readthedocs.io
- Loos (2022), Table 5.1, indicator "out-of-the-box buildability".
"""

from __future__ import annotations

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.collect.binderhub import Build
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement

INDICATOR = Indicator.of(
    "R303",
    "binderhub-build",
    "buildability",
    __doc__,
    severity=Level.ERROR,
    effort="a day",
    weight=3,
)
_REMEDY = "Mend what the end of the log names, commit it, and let the hub build again."
_LAST = 5  # as many as a terminal shows; all that was kept is among the measured values


def judge(facts: Facts) -> Judgement:
    """Say what the hub reported."""
    build = facts.build
    if build is None:
        return Judgement(Outcome.UNKNOWN, "No hub was asked to build it; --binderhub URL asks one.")
    measured: dict[str, JSON] = {
        "hub": build.hub,
        "ref": build.ref,
        "phase": build.phase,
        "seconds": build.seconds,
        "log": list(build.log),
    }
    if build.status == "built":
        words = f"{build.hub} built {build.ref}."
        return Judgement(Outcome.PRESENT, words, measured=measured)
    if build.status == "failed":
        words = f"{build.hub} could not build {build.ref}."
        return Judgement(Outcome.ABSENT, words, _end(build), _REMEDY, measured=measured)
    words = f"Whether {build.hub} builds {build.ref} is not known: {build.why.rstrip('.')}."
    return Judgement(Outcome.UNKNOWN, words, _end(build), measured=measured)


def _end(build: Build) -> tuple[Evidence, ...]:
    return tuple(Evidence("log", line) for line in build.log[-_LAST:])
