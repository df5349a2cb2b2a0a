"""The README links to the paper that the work belongs to.

## What it does
Looks in the main README for links to archives and publishers of papers (arXiv, DOI, OpenReview,
proceedings, …), for PDF files elsewhere, and for arXiv numbers in BibTeX. A link counts as the
work's own if it stands in a section on citing, in a BibTeX entry, close to words such as "our
paper" or "code for", or in the introduction next to "paper" or the name of a venue, or alone on a
line there; `partial` is a README that links to papers of others only, as far as can be told.

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
from reproscope.repository.collect.documents.document import Document, Hyperlink
from reproscope.repository.collect.documents.knowledge import knowledge
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at, counted
from reproscope.repository.judging.stated import unread

INDICATOR = Indicator.of(
    "R114", "paper-link", "documentation", __doc__, severity=Level.NOTE, effort="minutes", weight=1
)
_OWN = re.compile(
    r"\b(?:our|this|the|accompanying|corresponding) (?:\w+ )?(?:paper|article|preprint|work"
    r"|publication|manuscript|report)\b|\bofficial\b|\bimplementation of\b|\bcode (?:for|of|to)\b"
    r"|\[paper\]"
    r"|\breproduc(?:e|es|ing) (?:the )?results\b"
    r"|\brepository (?:for|of|contains|accompan)|\baccompan"
)
_PAPER = re.compile(
    r"\bpaper\b|\bpreprint\b|\bpdf\]|\barxiv[\]-]|\bpublished\b|\bpresented\b|\bproposed in\b|badge"
    r"|\b(?:neurips|nips|icml|iclr|cvpr|iccv|eccv|acl|emnlp|naacl|aaai|ijcai|kdd|uai|aistats)\b"
)
_NUMBER = re.compile(
    r"\barxiv[:.\s/]{1,3}(?:abs/)?\d{4}\.\d{4,5}|\beprint\s*=\s*[{\"]\d{4}\.\d{4,5}"
)
_MARKS = re.compile(r"<br ?/?>|[<>*_]")
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
    cited = _cited_lines(main)
    copies = [k for k in main.links if _is_copy(k.url) and k not in links]
    own = [at(main.path, k.line, k.url) for k in links if k.line in cited or _is_own(main, k)]
    own += [at(main.path, k.line, k.url) for k in copies if _is_own(main, k)]
    own += _entries(main)
    own += [at(main.path, k.line, k.url) for k in _alone(main, links)] if not own else []
    measured: dict[str, JSON] = {"paper_links": len(links), "own": len(own)}
    if own:
        message = f"{main.path} links to the paper."
        return Judgement(Outcome.PRESENT, message, tuple(own[:5]), measured=measured)
    if unseen:
        return Judgement(Outcome.UNKNOWN, unseen, measured=measured)
    if links:
        message = f"{main.path} links to {counted(len(links), 'paper')}, none as its own."
        evidence = tuple(at(main.path, k.line, k.url) for k in links[:5])
        return Judgement(Outcome.PARTIAL, message, evidence, _REMEDY, measured=measured)
    message = f"{main.path} links to no paper."
    return Judgement(Outcome.ABSENT, message, remedy=_REMEDY, measured=measured)


def _alone(main: Document, links: list[Hyperlink]) -> list[Hyperlink]:
    """Return the link that is a line of its own in the introduction, if only one paper is there."""
    end = _introduction(main)
    inside = [link for link in links if link.line < end]
    lines = [_MARKS.sub("", main.lines[link.line - 1]).strip() for link in inside]
    return inside if len(inside) == 1 and lines[0] == inside[0].url else []


def _introduction(main: Document) -> int:
    """Return the line of the second heading, before which the work is introduced."""
    later = [section.line for section in main.sections[1:]] or [len(main.lines) + 1]
    return later[0]


def _is_copy(url: str) -> bool:
    """Whether an address is a document that lies on the authors' own site."""
    return url.casefold().partition("?")[0].partition("#")[0].endswith((".pdf", ".ps", ".ps.gz"))


def _cited_lines(main: Document) -> set[int]:
    """Return the lines of the sections on citing."""
    heads = {mention.line for mention in main.about("citation")}
    sections = [section for section in main.sections if section.line in heads]
    return {number for s in sections for number in range(s.line, s.end + 1)}


def _is_own(main: Document, link: Hyperlink) -> bool:
    """Whether the words around a link say that it is the work's own paper."""
    line = main.lines[link.line - 1]
    place = max(0, line.find(link.url))
    above = main.lines[link.line - 2][-80:] if link.line > 1 and place < 80 else ""
    around = f"{above} {line[max(0, place - 160) : place + len(link.url) + 40]}".lower()
    introduced = link.line < _introduction(main) and bool(_PAPER.search(around))
    return introduced or bool(_OWN.search(around))


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
