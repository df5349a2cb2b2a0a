"""Base images are fixed by their digest.

## What it does
Reads the `FROM` lines of Dockerfiles, the images of dev containers and Singularity definitions, and
asks whether each has a digest (`python:3.8-slim@sha256:…`). Stages of the same file and `scratch`
are no base images. A tag with a version counts half, `latest` or no tag counts nothing.

## Why it matters
A tag is moved to a new image with every update; only the digest names the image that was used.

## Known problems
- An image whose name comes from a build argument without a default is `unknown`.
- That the image still exists is not asked.

## How to mend
`docker buildx imagetools inspect IMAGE:TAG` shows the digest; write it behind the tag.

## References
Docker, "Pin base image versions".
"""

from reproscope.core import Level, Outcome
from reproscope.repository.collect.environment.records import Image
from reproscope.repository.facts import Facts
from reproscope.repository.judging.answering import many
from reproscope.repository.judging.declarations import unreadable
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "R219",
    "base-image-digest",
    "software",
    __doc__,
    severity=Level.NOTE,
    effort="minutes",
    weight=1,
)


def judge(facts: Facts) -> Judgement:
    """Say how narrowly the base images are fixed."""
    environment = facts.environment
    images = environment.images
    if not images:
        broken = [b for b in environment.broken if "docker" in b.file.casefold()]
        if broken:
            places = unreadable(broken)
            return Judgement(Outcome.UNKNOWN, "The Dockerfile could not be read.", places)
        return Judgement(Outcome.NOT_APPLICABLE, "No base image is named.")
    known = [image for image in images if image.resolved]
    places = tuple(at(i.file, i.line, i.stated) for i in images[:10])
    if not known:
        words = f"{many(len(images), 'base image')} named by arguments that have no value."
        return Judgement(Outcome.UNKNOWN, words, places)
    share = sum(_fixed(image) for image in known) / len(known)
    digests = sum(1 for image in known if image.digest)
    words = f"{many(len(known), 'base image')}, {digests} of them fixed by a digest."
    measured = {"images": len(images), "digests": digests}
    if share == 1:
        outcome = Outcome.PRESENT if len(known) == len(images) else Outcome.UNKNOWN
        return Judgement(outcome, words, places, measured=measured)
    outcome = Outcome.PARTIAL if share else Outcome.ABSENT
    first = next(image for image in known if not image.digest)
    remedy = f"Write {first.name}:{first.tag or 'TAG'}@sha256:… with the digest of the image used."
    return Judgement(outcome, words, places, remedy, share or None, measured)


def _fixed(image: Image) -> float:
    if image.digest:
        return 1.0
    return 0.5 if any(char.isdigit() for char in image.tag) else 0.0
