"""The version behind the results is released or archived.

## What it does
Looks for an archive of the work (Zenodo, figshare, OSF, Software Heritage, Code Ocean) in the
README's links and badges and in the citation files, and for releases: tags of the commit history, a
changelog, links to releases. An archive is `present`; a release without one is `partial`.

## Why it matters
A branch moves. The code that made the numbers must be found again years later, also when the host
is gone.

## Known problems
Tags are known only where the history is. A link to an archive may lead to other work; one beside
words about data or weights alone is left out.

## How to mend
Make a release for the paper and archive it, e.g. by Zenodo's connection to the code host.
"""

from __future__ import annotations

import re

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.collect.documents.knowledge import knowledge
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at, counted
from reproscope.repository.judging.stated import tree_cut, unread

INDICATOR = Indicator.of(
    "R115", "archived", "documentation", __doc__, severity=Level.NOTE, effort="an hour", weight=1
)
_ADDRESS = re.compile(r"https?://\S+")
_DATA = re.compile(r"\b(?:data|data ?sets?|corpus|corpora|weights|checkpoints?|images)\b")
_CODE = re.compile(r"\b(?:code|software|source|repository|release|archived?|version|doi|cite)\b")
_REMEDY = "Tag the version behind the results and archive it with a DOI, e.g. on Zenodo."


def judge(facts: Facts) -> Judgement:
    """Answer whether a version is released or archived."""
    archived = _archived(facts)
    released = _released(facts)
    tags = facts.origin.tags
    measured: dict[str, JSON] = {
        "archives": len(archived),
        "tags": None if tags is None else len(tags),
    }
    if archived:
        message = "An archived version is linked."
        return Judgement(Outcome.PRESENT, message, archived[:5], measured=measured)
    if released or tags:
        how = counted(len(tags), "tag") if tags else "a changelog or a link to releases"
        message = f"There are releases ({how}), and no archive with a DOI is linked."
        return Judgement(Outcome.PARTIAL, message, released[:5], _REMEDY, measured=measured)
    unseen = unread(facts) or tree_cut(facts)
    if unseen or tags is None:
        why = unseen or "The history's tags are not known."
        message = f"No release or archive was found. {why}"
        return Judgement(Outcome.UNKNOWN, message, measured=measured)
    message = "There is neither a release nor an archived version."
    return Judgement(Outcome.ABSENT, message, remedy=_REMEDY, measured=measured)


def _archived(facts: Facts) -> tuple[Evidence, ...]:
    hosts = knowledge("hosts")["archives"]
    documents = facts.documents
    found: list[Evidence] = []
    if documents.main is not None:
        found += [
            at(documents.main.path, link.line, link.url)
            for link in documents.main.links
            if any(host in link.url.casefold() for host in hosts)
            and not _of_data(documents.main.lines[link.line - 1])
        ]
    for citation in documents.citations:
        doi = (citation.doi or "").casefold()
        if any(host in doi for host in hosts):
            found.append(at(citation.path, citation.doi_line, str(citation.doi)))
    return tuple(found)


def _of_data(line: str) -> bool:
    """Whether the words beside a link speak of data alone."""
    words = _ADDRESS.sub(" ", line.casefold())
    return bool(_DATA.search(words)) and not _CODE.search(words)


def _released(facts: Facts) -> tuple[Evidence, ...]:
    found = [at(d.path, 1) for d in facts.documents.all if d.kind == "changelog"]
    main = facts.documents.main
    if main is not None:
        found += [at(main.path, k.line, k.url) for k in main.links if _is_release(facts, k.url)]
    return tuple(found)


def _is_release(facts: Facts, url: str) -> bool:
    """Whether an address leads to releases, of this repository if it is known which it is."""
    low = url.casefold()
    remote = (facts.origin.remote or "").casefold().removesuffix(".git").rstrip("/")
    own = "/".join(remote.replace(":", "/").split("/")[-2:])
    return own in low and any(path in low for path in knowledge("hosts")["releases"])
