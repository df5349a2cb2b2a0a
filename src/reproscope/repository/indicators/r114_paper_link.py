"""The README links to the paper that the work belongs to.

## What it does
Looks in the main README for links to archives and publishers of papers (arXiv, DOI, OpenReview,
proceedings, …) and for arXiv numbers in BibTeX. A link counts as the work's own if it stands in the
introduction, in a section on citing, in a BibTeX entry, or beside words such as "our paper";
`partial` is a README that links to papers of others only, as far as can be told.

## Why it matters
The paper describes the experiment; the code without it leaves open what was to be shown.

## Known problems
Which paper is the work's own is a guess from its place. Work without a paper is `absent`.

## How to mend
Link the paper in the first paragraph and add its BibTeX entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.collect.documents.document import Document
from reproscope.repository.collect.documents.knowledge import knowledge
from reproscope.repository.facts import Facts
from reproscope.repository.judging import Indicator, Judgement, at
from reproscope.repository.stated import unread

INDICATOR = Indicator.of(
    "R114", "paper-link", "documentation", __doc__, severity=Level.NOTE, effort="minutes", weight=1
)
_OWN = re.compile(
    r"\b(?:our|this|the|accompanying|corresponding) (?:\w+ )?(?:paper|article|preprint|work"
    r"|publication|manuscript|report)\b|\bofficial\b|\bimplementation of\b|\bcode (?:for|of|to)\b"
    r"|\[paper\]"
    r"|\brepository (?:for|of|contains|accompan)|\baccompan"
)
_NUMBER = re.compile(
    r"\barxiv[:.\s/]{1,3}(?:abs/)?\d{4}\.\d{4,5}|\beprint\s*=\s*[{\"]\d{4}\.\d{4,5}"
)
_REMEDY = "Link the paper in the README's first paragraph and add its BibTeX entry."


def judge(facts: Facts) -> Judgement:
    """Answer whether the README links to the paper."""
    main = facts.documents.main
    unseen = unread(facts)
    if main is None:
        words = unseen or "There is no README that could link to a paper."
        outcome = Outcome.UNKNOWN if unseen else Outcome.ABSENT
        return Judgement(outcome, words, remedy=_REMEDY)
    hosts = knowledge("hosts")["papers"]
    links = [k for k in main.links if any(host in k.url.casefold() for host in hosts)]
    own = [at(main.path, k.line, k.url) for k in links if k.line in _own_lines(main)]
    own += _entries(main)
    measured: dict[str, JSON] = {"paper_links": len(links), "own": len(own)}
    if own:
        message = f"{main.path} links to the paper."
        return Judgement(Outcome.PRESENT, message, tuple(own[:5]), measured=measured)
    if unseen:
        return Judgement(Outcome.UNKNOWN, unseen, measured=measured)
    if links:
        message = f"{main.path} links to {len(links)} papers, none told to be the work's own."
        evidence = tuple(at(main.path, k.line, k.url) for k in links[:5])
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, measured=measured)
    message = f"{main.path} links to no paper."
    return Judgement(Outcome.ABSENT, message, remedy=_REMEDY, measured=measured)


def _own_lines(main: Document) -> set[int]:
    """Return the lines on which a link to a paper is taken for the work's own."""
    later = [section.line for section in main.sections[1:]] or [len(main.lines) + 1]
    own = set(range(1, later[0]))
    cited = {mention.line for mention in main.about("citation")}
    for section in main.sections:
        if section.line in cited:
            own |= set(range(section.line, section.end + 1))
    own |= {
        n for n, line in main.numbered("prose", "heading", "table") if _OWN.search(line.lower())
    }
    return own


def _entries(main: Document) -> list[Evidence]:
    """Return arXiv numbers and addresses that stand in code, where BibTeX is."""
    return [at(main.path, number, line.strip()[:120]) for number, line in _bibliography(main)]


def _bibliography(main: Document) -> Iterator[tuple[int, str]]:
    hosts = knowledge("hosts")["papers"]
    inside = False
    for number, line in main.numbered("code"):
        low = line.lower()
        inside = inside or low.lstrip().startswith("@")
        field = "url" in low or "doi" in low
        if inside and (_NUMBER.search(low) or (field and any(host in low for host in hosts))):
            yield number, line
