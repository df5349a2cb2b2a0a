"""Which declared distribution provides which import, and which imports have none.

A module whose distribution is not in our data may come from one of another name. As long as some
declared distribution is not accounted for, such an import is uncertain and not undeclared.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reproscope.repository.collect.environment.knowledge import Knowledge, knowledge
from reproscope.repository.collect.environment.records import Environment, UsedImport, canonical


@dataclass(frozen=True, slots=True)
class Matched:
    """The imports of the work itself, by whether a declaration provides them."""

    declared: tuple[UsedImport, ...]
    undeclared: tuple[UsedImport, ...]
    uncertain: tuple[UsedImport, ...]


def match(environment: Environment) -> Matched:
    """Match the imports that the work needs with everything that is declared or locked."""
    known = knowledge()
    names = provided(environment, known)
    used = [u for u in environment.third_party if u.role == "runtime" and not u.optional]
    declared = [one for one in used if _provides(one, names, known)]
    rest = [one for one in used if one not in declared]
    spare = _unaccounted(environment, names, known)
    declared += [one for one in rest if _alike(one, spare)]
    rest = [one for one in rest if not _alike(one, spare)]
    uncertain = [one for one in rest if spare and not one.known]
    undeclared = [one for one in rest if one not in uncertain]
    return Matched(tuple(declared), tuple(undeclared), tuple(uncertain))


def _provides(used: UsedImport, names: frozenset[str], known: Knowledge) -> bool:
    """Whether a provider is declared; ``sklearn`` too, which was a name of scikit-learn once."""
    own = canonical(used.name.partition(".")[0])
    return any(one in names for one in used.distributions) or own in names - known.tools


def provided(environment: Environment, known: Knowledge) -> frozenset[str]:
    """Return every distribution that is declared, locked, bundled, or in a base image."""
    names = {known.index_name(name) for name in environment.declared} | environment.declared
    for name in tuple(names):
        names.update(known.bundles.get(name, ()))
    for image in environment.images:
        for listed in (image.name, image.name.removeprefix("docker.io/")):
            names.update(known.images.get(listed, ()))
    return frozenset(names)


def _unaccounted(environment: Environment, names: Iterable[str], known: Knowledge) -> set[str]:
    """Return declared distributions that no known or used import comes from; '' has no name."""
    accounted = {d for listed in known.imports.values() for d in listed} | known.tools
    accounted.update(canonical(name) for name in known.same)
    accounted.update(d for one in environment.third_party for d in one.distributions)
    accounted.update(known.conda)
    itself = ("@ .", "@ ./", "@ ..")
    unnamed = any(not d.name and d.specifier not in itself for d in environment.declarations)
    return (set(names) - accounted) | ({""} if unnamed else set())


def _alike(used: UsedImport, spare: set[str]) -> bool:
    """Whether a spare distribution has the import's name in its own: ``python-foo`` for ``foo``."""
    plain = canonical(used.name).replace("-", "")
    if used.known or len(plain) < 3:
        return False
    return any(plain in name.replace("-", "") for name in spare if name)
