"""The repository has a licence, and it lets others use the work.

## What it does
Reads the files named LICENSE, LICENCE, COPYING or UNLICENSE in any spelling, those in `licenses/`,
the licence fields of `pyproject.toml`, `setup.cfg`, `setup.py` and `package.json`, and what the
README says, in words or by a badge. Texts are recognised by what they say and get an SPDX
identifier. `present` is an open-source or open-content licence with its text; `partial` is a
licence that restricts use, one that is only named, or one that lies with a part of the work; a text
that is none of the known ones is `unknown`.

## Why it matters
Without a licence nobody may copy, run or change the work. In the thesis's sample 18 of 20
reproducible repositories had one, and 8 of 20 others.

## Known problems
Texts that were changed here and there may be taken for the original. A restriction on data or
weights that stands in another file than the licence is not weighed. Licences beyond those in
`licences.toml` are not recognised, and then not judged.

## How to mend
Put the text of one licence into a file `LICENSE` at the root, e.g. MIT, BSD-3-Clause or Apache-2.0.

## References
- SPDX licence list, spdx.org/licenses
- Licences approved by the Open Source Initiative, opensource.org/licenses
"""

from __future__ import annotations

from reproscope.core import JSON, Evidence, Level, Outcome
from reproscope.repository.collect.documents.licences import Licence, licences_named
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at
from reproscope.repository.judging.stated import tree_cut, unread

INDICATOR = Indicator.of(
    "R101",
    "licence",
    "documentation",
    __doc__,
    severity=Level.WARNING,
    effort="minutes",
    weight=3,
)
_ADD = "Add a file LICENSE at the root with the text of a licence, e.g. MIT or Apache-2.0."
_METADATA = ("pyproject.toml", "setup.cfg", "package.json", "setup.py")
_OPEN = ("open-source", "open-content")
_MAIN = ("license", "licence", "copying", "unlicense", "unlicence")


def judge(facts: Facts) -> Judgement:
    """Answer whether the work is licensed, and for what."""
    found = (*facts.licences, *_of_setup(facts))
    texts = _main([one for one in found if one.by == "text" and one.root])
    named = [one for one in found if one.by != "text" and one.root]
    known = [one for one in texts if one.spdx is not None]
    measured = _measured(found)
    if known:
        return _of_text(known, measured)
    if texts:
        return _unrecognised(texts, named, measured)
    if named:
        return _of_names(named, measured)
    return _elsewhere(facts, found, measured)


def _of_text(known: list[Licence], measured: dict[str, JSON]) -> Judgement:
    names = ", ".join(sorted({str(one.spdx) for one in known}))
    limited = [one for one in known if one.kind not in _OPEN]
    if limited:
        message = f"The licence {names} restricts what others may do with the work."
        remedy = "If you can, license the code under an open-source licence; keep limits to data."
        return Judgement(Outcome.PARTIAL, message, _evidence(known), remedy, 0.5, measured)
    message = f"The work is licensed under {names}."
    return Judgement(Outcome.PRESENT, message, _evidence(known), measured=measured)


def _of_names(named: list[Licence], measured: dict[str, JSON]) -> Judgement:
    names = ", ".join(sorted({str(one.spdx) for one in named}))
    message = f"The licence {names} is named, and its text is not in the repository."
    share = 0.75 if all(one.kind in _OPEN for one in named) else 0.4
    remedy = f"Add a file LICENSE at the root with the text of {named[0].spdx}."
    return Judgement(Outcome.PARTIAL, message, _evidence(named), remedy, share, measured)


def _unrecognised(
    texts: list[Licence], named: list[Licence], measured: dict[str, JSON]
) -> Judgement:
    unreadable = [one for one in texts if not one.readable]
    how = "could not be read" if unreadable else "is none of the known ones"
    message = f"There is a licence in {texts[0].path}, and its text {how}."
    if named:
        message = f"{message.rstrip('.')}; {named[0].path} names {named[0].spdx}."
    return Judgement(Outcome.UNKNOWN, message, _evidence([*texts, *named]), measured=measured)


def _elsewhere(facts: Facts, found: tuple[Licence, ...], measured: dict[str, JSON]) -> Judgement:
    """Judge when the root has no licence at all."""
    parts = [one for one in found if not one.root]
    if parts:
        message = f"Only parts of the repository have a licence ({parts[0].path})."
        return Judgement(Outcome.PARTIAL, message, _evidence(parts), _ADD, 0.25, measured)
    unseen = tree_cut(facts) or unread(facts) or _unread_metadata(facts)
    if unseen:
        return Judgement(Outcome.UNKNOWN, f"No licence was found. {unseen}", measured=measured)
    message = "There is no licence: neither a file, nor a field of metadata, nor a word of it."
    return Judgement(Outcome.ABSENT, message, remedy=_ADD, measured=measured)


def _unread_metadata(facts: Facts) -> str | None:
    names = [path for path in facts.documents.unreadable if path in _METADATA]
    names += [m.path for m in facts.modules if m.path in _METADATA and (not m.parsed or m.refusal)]
    return f"{names[0]} could not be read." if names else None


def _main(texts: list[Licence]) -> list[Licence]:
    """Prefer LICENSE to LICENSE-of-something: the latter often belongs to code of others."""
    plain = [one for one in texts if one.path.casefold().partition(".")[0] in _MAIN]
    return plain if any(one.spdx for one in plain) else texts


def _of_setup(facts: Facts) -> list[Licence]:
    """Return what the call of ``setup`` in `setup.py` names."""
    found = []
    for call in facts.calls:
        if call.place.path != "setup.py" or call.method != "setup":
            continue
        argument = call.argument("license")
        if argument is not None and isinstance(argument.constant, str):
            for known in licences_named(argument.constant):
                shown = f"license={argument.source}"
                found.append(
                    Licence(
                        known.spdx, known.kind, "setup.py", call.place.line, "field", True, shown
                    )
                )
    return found


def _evidence(licences: list[Licence]) -> tuple[Evidence, ...]:
    return tuple(
        at(one.path, one.line, one.text or f"{one.spdx or 'unrecognised'} ({one.kind})")
        for one in licences[:8]
    )


def _measured(found: tuple[Licence, ...]) -> dict[str, JSON]:
    texts = {one.path: one for one in found if one.by == "text"}
    opened = {one.path for one in found if one.by == "text" and one.kind == "open-source"}
    return {
        "licences": sorted({one.spdx for one in found if one.spdx}),
        "licence_files": len(texts),
        "open_source_files": len(opened),
    }
