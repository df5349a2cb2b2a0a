"""The README links to what it speaks of, and the links answer.

## What it does
Counts the addresses of the main README, each once; names of files such as `model.pt` and addresses
inside code are no links. Whether they answer is known only when the network was asked: then a link
that is gone (404, 410, or a host that cannot exist) makes the answer `partial` or `absent`, and one
that did not answer in time counts neither way. Offline the answer is `unknown`.

## Why it matters
Links to data, weights and papers are part of the instructions, and they rot. In the thesis's sample
the number of links went with reproducibility (area under the curve 0.90, n = 40).

## Known problems
A server may refuse robots and answer people. A page that says "not found" with status 200 counts as
there.

## How to mend
Replace dead links by archived copies or DOIs.
"""

from __future__ import annotations

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.collect.documents.document import Document, Hyperlink
from reproscope.repository.collect.documents.links import link_key
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at, counted
from reproscope.repository.judging.stated import unread

INDICATOR = Indicator.of(
    "R107", "links", "documentation", __doc__, severity=Level.NOTE, effort="minutes", weight=1
)
_REMEDY = "Link the paper, the data and the software the README speaks of; mend the dead links."


def judge(facts: Facts) -> Judgement:
    """Answer whether the README has links and whether they answer."""
    main = facts.documents.main
    if main is None:
        unseen = unread(facts)
        if unseen:
            return Judgement(Outcome.UNKNOWN, unseen)
        message = "There is no README whose links could be looked at."
        return Judgement(Outcome.NOT_APPLICABLE, message)
    if not main.links:
        if main.truncated:
            return Judgement(Outcome.UNKNOWN, unread(facts) or "Not all of it was read.")
        message = f"{main.path} links to nothing."
        return Judgement(
            Outcome.ABSENT, message, remedy=_REMEDY, measured=_measured(main, [], [], [])
        )
    return _tested(main, facts)


def _tested(main: Document, facts: Facts) -> Judgement:
    answers = {link_key(url): said for url, said in (facts.links_answered or {}).items()}
    malformed = [link for link in main.links if not link.valid]
    told = [(link, answers.get(link_key(link.url))) for link in main.links if link.valid]
    alive = [link for link, said in told if said is True]
    dead = [link for link, said in told if said is False]
    measured = _measured(main, alive, dead, malformed)
    number = counted(len(main.links), "link")
    if facts.links_answered is None or not (alive or dead):
        why = "the network was not asked" if facts.links_answered is None else "none was settled"
        also = f"; {len(malformed)} malformed" if malformed else ""
        message = f"{main.path} has {number}{also}. Whether links answer is not known: {why}."
        return Judgement(Outcome.UNKNOWN, message, _evidence(main, malformed), measured=measured)
    gone = [*dead, *malformed]
    open_ = len(told) - len(alive) - len(dead)
    rest = f"; {open_} did not say" if open_ else ""
    if not gone:
        message = f"{main.path} has {number}: {len(alive)} answered{rest}."
        return Judgement(Outcome.PRESENT, message, measured=measured)
    message = f"{len(gone)} of {number} in {main.path} lead nowhere{rest}."
    share = len(alive) / (len(alive) + len(gone))
    outcome = Outcome.PARTIAL if alive else Outcome.ABSENT
    return Judgement(outcome, message, _evidence(main, gone), _REMEDY, round(share, 3), measured)


def _evidence(main: Document, links: list[Hyperlink]) -> tuple[Evidence, ...]:
    return tuple(at(main.path, link.line, link.url) for link in links[:10])


def _measured(
    main: Document, alive: list[Hyperlink], dead: list[Hyperlink], malformed: list[Hyperlink]
) -> dict[str, JSON]:
    return {
        "links": len(main.links),
        "occurrences": main.link_occurrences,
        "links_to_files": len(main.files),
        "answered": len(alive),
        "dead": len(dead),
        "malformed": len(malformed),
    }
