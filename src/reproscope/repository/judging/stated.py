"""Whether the documents say something: what the indicators about words have in common.

Not an indicator itself. A strong passage is `present`, a weak one alone `partial`; where a README
is there and could not be read, the answer is `unknown`.
"""

from __future__ import annotations

from dataclasses import dataclass

from reproscope.core import JSON, Evidence, Outcome
from reproscope.repository.collect.documents.document import Document, Kind, Mention
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Judgement, at, counted

MOST_EVIDENCE = 8
TOLD_IN: tuple[Kind, ...] = (
    "readme",
    "installation",
    "documentation",
    "model-card",
    "data-card",
)


@dataclass(frozen=True, slots=True)
class Question:
    """What the documents should say: the topic, in words for messages, and how to mend it.

    `says` follows "The README says"; `touches` is the sentence for weak passages alone.
    """

    topic: str
    says: str
    touches: str
    remedy: str
    kinds: tuple[Kind, ...] = TOLD_IN
    weak_counts: bool = True


def stated(facts: Facts, question: Question) -> Judgement:
    """Answer whether the documents say what the question asks for."""
    found = [
        (document, mention)
        for document in facts.documents.all
        if document.kind in question.kinds
        for mention in document.about(question.topic)
    ]
    strong = [pair for pair in found if pair[1].strength == "strong"]
    weak = [pair for pair in found if pair[1].strength == "weak"]
    measured: dict[str, JSON] = {"strong": len(strong), "weak": len(weak)}
    if strong:
        place = strong[0][0].path
        message = f"{place} says {question.says} ({counted(len(strong), 'passage')} in all)."
        return Judgement(Outcome.PRESENT, message, _evidence(strong), measured=measured)
    unseen = unread(facts, others=True)
    if unseen:
        return Judgement(Outcome.UNKNOWN, unseen, measured=measured)
    if weak and question.weak_counts:
        message = question.touches
        return Judgement(
            Outcome.PARTIAL, message, _evidence(weak), question.remedy, measured=measured
        )
    documents = [d for d in facts.documents.all if d.kind in question.kinds]
    if not documents:
        message = f"There is no README or other document that could say {question.says}."
    else:
        message = f"{_documents(documents)} not say {question.says}."
    return Judgement(Outcome.ABSENT, message, remedy=question.remedy, measured=measured)


def unread(facts: Facts, others: bool = False) -> str | None:
    """Return why not all that the main README says has been seen, or ``None``.

    With *others* this is asked of all documents.
    """
    documents = facts.documents
    if documents.unread_readmes:
        return f"{documents.unread_readmes[0]} is there and could not be read as a text."
    if documents.main is not None and documents.main.truncated:
        return f"{documents.main.path} is so long that its end was left out."
    if others and documents.left_out:
        return f"{documents.left_out} documents were left out because there are so many."
    return tree_cut(facts)


def tree_cut(facts: Facts) -> str | None:
    """Return why some files were never listed, or ``None`` if all were."""
    if not facts.tree.truncated:
        return None
    reasons = sorted({skipped.why for skipped in facts.tree.skipped})
    return f"Not every file was looked at: {', '.join(reasons[:3]) or 'there are too many'}."


def _evidence(pairs: list[tuple[Document, Mention]]) -> tuple[Evidence, ...]:
    return tuple(at(d.path, m.line, m.text, kind="quote") for d, m in pairs[:MOST_EVIDENCE])


def _documents(documents: list[Document]) -> str:
    if len(documents) == 1:
        return f"{documents[0].path} does"
    return f"{documents[0].path} and {counted(len(documents) - 1, 'other document')} do"
