"""What the facts know of the thesis's columns: every one measured rightly, or ``None``.

Where the thesis's tool was wrong (``pygcn``'s LICENCE, a README of a data folder, ``movi`` in
"removing", ``setuptools`` as a library, a seed from the clock) the facts are right already; here
they are counted. Pylint's rating is known where it was asked for (`Wanted.rating`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from reproscope.repository.collect.data.files import DataFile
from reproscope.repository.collect.documents.document import Document, Hyperlink
from reproscope.repository.collect.documents.knowledge import knowledge
from reproscope.repository.collect.documents.links import link_key
from reproscope.repository.collect.environment.matching import Matched, match
from reproscope.repository.collect.environment.records import Environment as Software
from reproscope.repository.collect.environment.records import UsedImport
from reproscope.repository.collect.python.seeds.records import Value
from reproscope.repository.collect.python.spots import Spot
from reproscope.repository.facts import Facts
from reproscope.repository.indicators.r212_versions_pinned import judge as versions_pinned
from reproscope.repository.judging.stated import unread
from reproscope.repository.loos2022.measuring import DataFiles, Environment, Known, Readme

_NOT_SAID = frozenset({"unknown", "elsewhere", "parameter", "required"})
_OPEN = ("open-source", "open-content")


def known_of(facts: Facts) -> Known:
    """Return all that is known; of a tree that was cut, only what a hub said."""
    built = {"built": True, "failed": False}.get(facts.build.status) if facts.build else None
    if facts.tree.truncated:
        return Known(built=built)
    licences, open_licences = _licences(facts)
    seeds, fixed = _seeds(facts)
    return Known(
        readmes=_readmes(facts),
        licences=licences,
        open_licences=open_licences,
        environment=_environment(facts),
        data=_data(facts),
        seeds=seeds,
        fixed_seeds=fixed,
        serialisation=_serialisation(facts),
        pylint=None if facts.rating is None else facts.rating.mean,
        built=built,
    )


def _readmes(facts: Facts) -> tuple[Readme, ...] | None:
    """The READMEs that lie beside the main one; those of data folders describe the data."""
    main = facts.documents.main
    if unread(facts):
        return None
    if main is None:
        return ()
    folder = PurePosixPath(main.path).parent
    near = [d for d in facts.documents.readmes if PurePosixPath(d.path).parent == folder]
    return tuple(_readme(document, facts) for document in near)


def _readme(document: Document, facts: Facts) -> Readme:
    papers = knowledge("hosts")["papers"]
    about = {one.place.path for one in facts.data.names if not one.code}
    about |= {one.place.path for one in (*facts.data.links, *facts.data.dois)}
    return Readme(
        lines=len(document.lines),
        links=len(document.links),
        paper_links=sum(any(host in k.url.casefold() for host in papers) for k in document.links),
        dead_links=_dead(document.links, facts),
        names_dataset=document.path in about,
    )


def _dead(links: tuple[Hyperlink, ...], facts: Facts) -> int | None:
    """How many links are gone; ``None`` as long as one of them did not say."""
    told = {link_key(url): said for url, said in (facts.links_answered or {}).items()}
    answers = [told.get(link_key(link.url)) if link.valid else False for link in links]
    return None if None in answers else answers.count(False)


def _licences(facts: Facts) -> tuple[int, int | None]:
    """Count licence files of the whole work, and the open ones unless one is not recognised."""
    documents = {document.path for document in facts.documents.all}
    kinds: dict[str, list[str]] = {}
    for one in facts.licences:
        if one.root and one.by != "field" and one.path not in documents:
            kinds.setdefault(one.path, []).append(one.kind)
    if any("unrecognised" in found for found in kinds.values()):
        return len(kinds), None
    return len(kinds), sum(all(kind in _OPEN for kind in found) for found in kinds.values())


def _environment(facts: Facts) -> Environment | None:
    software = facts.environment
    if any(one.whole for one in software.broken):
        return None
    files = {one.file for one in software.of("runtime", "constraint")}
    files |= {lock.file for lock in software.locks} | {image.file for image in software.images}
    declared, strict, loose = _declared(facts)
    matched = match(software)
    used = (*matched.declared, *matched.undeclared, *matched.uncertain)
    return Environment(
        files=len(files),
        declared=declared,
        strict=strict,
        loose=loose,
        imported=len(used) if facts.all_parsed else None,
        imported_declared=_matched(matched, software),
        imported_public=_public(used, software),
        names_system=bool(software.images),
    )


def _declared(facts: Facts) -> tuple[int, int | None, int | None]:
    """Count packages each once: all, those fixed to one version, those with only a range."""
    counted = versions_pinned(facts).measured
    if "locked" in counted:
        locked = int(str(counted["locked"]))
        return locked, locked, 0
    packages, fixed = int(str(counted.get("packages", 0))), int(str(counted.get("fixed", 0)))
    if counted.get("unread"):
        return packages, None, None
    listed = tuple(facts.environment.of("runtime"))
    exact = {one.name for one in listed if one.pinned == "exact"}
    ranges = {one.name for one in listed if one.specifier and one.pinned != "path"} - exact
    return packages, fixed, min(packages - fixed, len(ranges))


def _matched(matched: Matched, software: Software) -> int | None:
    """How many imports are declared, unless a line that could not be read may declare more."""
    if matched.uncertain or (matched.undeclared and software.broken):
        return None
    return len(matched.declared)


def _public(used: tuple[UsedImport, ...], software: Software) -> int | None:
    """How many imports the package index has; ``None`` as long as it did not say of one."""
    if not used:
        return 0
    if software.availability is None:
        return None
    said = {one.name: one.status for one in software.availability.offered}
    public = 0
    for one in used:
        answers = {said.get(name, "unknown") for name in one.distributions}
        if "found" in answers:
            public += 1
        elif answers != {"missing"}:
            return None
    return public


def _data(facts: Facts) -> DataFiles:
    """Data files and what code fetches are the candidates; those that code names are found."""
    files = facts.data.files
    fetched = {(one.how, one.words) for one in facts.data.downloads if one.code}
    named = set(_named(facts, files))
    found = len(named) + len(fetched)
    folders = {str(PurePosixPath(file.path).parent) for file in files} - {"."}
    return DataFiles(
        folders=len(folders),
        files=len(files) + len(fetched),
        named_in_code=found if found or facts.all_parsed else None,
    )


def _named(facts: Facts, files: tuple[DataFile, ...]) -> Iterator[str]:
    """Yield the data files that code names, by themselves or by the folder they lie in."""
    texts = {
        literal.text.replace("\\", "/").strip("./ ")
        for module in facts.modules
        if not module.is_test
        for literal in module.literals
    }
    names = {text.rpartition("/")[2] for text in texts}
    for file in files:
        path = PurePosixPath(file.path)
        if path.name in names or any(str(folder) in texts for folder in path.parents):
            yield file.path


def _seeds(facts: Facts) -> tuple[int | None, int | None]:
    """Count the lines that seed, and those with a fixed value unless one comes from outside."""
    if not facts.all_parsed:
        return None, None
    survey = facts.seeding
    values: list[tuple[str, Value, Spot]] = []
    values += [(e.path, e.value, e.seeding.spot) for e in survey.seedings]
    values += [
        (path, use.own, use.spot)
        for path, use in survey.uses
        # A key of JAX that is handed on is seeded where it was made.
        if use.own is not None and not (use.family == "jax" and use.own.kind == "unknown")
    ]
    lines: dict[object, list[bool | None]] = {}
    for path, value, spot in values:
        fixed = None if value.kind in _NOT_SAID else survey.is_fixed(path, value)
        lines.setdefault(spot.place, []).append(fixed)
    if any(None in said for said in lines.values()):
        return len(lines), None
    return len(lines), sum(all(said) for said in lines.values())


def _serialisation(facts: Facts) -> bool | None:
    if facts.artefacts.savings or any(one.how == "file" for one in facts.artefacts.weights):
        return True
    return False if facts.all_parsed else None
