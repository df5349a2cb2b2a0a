"""Reads a claims file: each entry by itself, so that a bad one does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TypeVar

from reproscope.core.errors import shown_name
from reproscope.scores.checking import read_claims
from reproscope.scores.claims.description import (
    AVERAGES,
    KINDS,
    ClaimsFile,
    Data,
    Description,
    Entry,
    Evaluation,
    Image,
    Paper,
    Printing,
    Problem,
    Where,
)
from reproscope.scores.claims.document import Listing, Node, NotADocument, Scalar, Table, load
from reproscope.scores.claims.fields import Bad, Fields, at, whole_of
from reproscope.scores.claims.meaning import experiment_of
from reproscope.scores.experiments import AGGREGATIONS, FOLDINGS, SPREADS, UNDEFINED_FOLDS
from reproscope.scores.kinds import UNDEFINED
from reproscope.scores.window import ROUNDING_MODES, Rounding

T = TypeVar("T")

SCHEMA = "claims-1"
_SIDES = ("positives", "negatives")
MOST_ENTRIES = 10_000
LONGEST_ID = 200
PRINTING = ("rounding", "epsilon", "percent", "undefined")
TOP = ("schema", "paper", "defaults", "claims")
DEFAULTS = ("data", "evaluation", *PRINTING)
ENTRY = ("id", "where", "data", "evaluation", "scores", *PRINTING, "note")


def _keys(of: type) -> tuple[str, ...]:
    return tuple(f.name.replace("_", "-") for f in fields(of))


DATA, EVALUATION, WHERE, PAPER = map(_keys, (Data, Evaluation, Where, Paper))


def read(path: Path | str) -> ClaimsFile:
    """Read a claims file; raise only where the file as a whole cannot be understood."""
    name = str(path)
    try:
        return _whole(load(Path(path)), name)
    except Bad as error:
        raise NotADocument(f"{name}:{error.line}: {error.message}") from None


def _whole(root: Node, name: str) -> ClaimsFile:
    top = Fields.of(root, "a claims file", TOP)
    _check_schema(top)
    listed = top.values.get("claims")
    if not isinstance(listed, Listing):
        raise Bad(top.lines.get("claims", 1), "claims must be a list of entries")
    if not listed.items:
        raise Bad(listed.line, "claims is an empty list: it has nothing to check")
    if len(listed.items) > MOST_ENTRIES:
        raise Bad(listed.line, f"{len(listed.items):,} claims: a file may have {MOST_ENTRIES:,}")
    defaults = _defaults(top)
    problems: list[Problem] = []
    paper = Paper()
    if "paper" in top:
        try:
            paper = _paper(top.values["paper"])
        except Bad as error:
            problems.append(Problem(error.line, "", f"paper: {error.message}"))
    entries = list(_entries(listed, defaults, problems))
    return ClaimsFile(name, tuple(entries), tuple(problems), paper)


def _check_schema(top: Fields) -> None:
    said = top.text("schema")
    if said != SCHEMA:
        what = f"is {shown_name(said)}" if said else "is missing"
        raise Bad(top.lines.get("schema", top.line), f"schema {what}: write 'schema: {SCHEMA}'")


def _paper(node: Node) -> Paper:
    said = Fields.of(node, "paper", PAPER)
    return Paper(**{key: said.text(key) or "" for key in said.values})


@dataclass(frozen=True, slots=True)
class _Defaults:
    """What holds for every entry that does not say otherwise."""

    data: Data | None = None
    evaluation: Evaluation | None = None
    printing: Printing = field(default_factory=Printing)


def _defaults(top: Fields) -> _Defaults:
    """Read the defaults; they bear on every entry, so a mistake here stops the file."""
    if "defaults" not in top:
        return _Defaults()
    said = Fields.of(top.values["defaults"], "defaults", DEFAULTS)
    return _Defaults(
        data=_data(said.values["data"]) if "data" in said else None,
        evaluation=_evaluation(said.values["evaluation"]) if "evaluation" in said else None,
        printing=_printing(said),
    )


def _entries(listed: Listing, defaults: _Defaults, problems: list[Problem]) -> Iterator[Entry]:
    seen: dict[str, int] = {}
    for number, node in enumerate(listed.items, start=1):
        reader = _EntryReader(node, defaults, _label(node) or f"claim {number}")
        entry = reader.read(seen)
        problems += reader.problems
        if entry is not None and not reader.problems:
            yield entry


def _label(node: Node) -> str:
    """Return what an entry calls itself, so that its problems can be named."""
    found = node.values.get("id") if isinstance(node, Table) else None
    return found.text.strip()[:LONGEST_ID] if isinstance(found, Scalar) else ""


class _EntryReader:
    """Reads one entry and goes on past a mistake, so that a person sees all of them at once."""

    def __init__(self, node: Node, defaults: _Defaults, label: str) -> None:
        self.node, self.defaults, self.label = node, defaults, label
        self.problems: list[Problem] = []

    def read(self, seen: dict[str, int]) -> Entry | None:
        said = self.attempt(Fields.of, self.node, "a claim", ENTRY)
        if said is None:
            return None
        self.attempt(_check_id, said, seen)
        where = self.attempt(_where, said)
        data = self.attempt(_own, said, "data", _data, self.defaults.data or Data())
        how = self.attempt(
            _own, said, "evaluation", _evaluation, self.defaults.evaluation or Evaluation()
        )
        printing = self.attempt(_printing, said)
        scores = self.attempt(_scores, said)
        note = self.attempt(said.text, "note")
        if data is None or how is None or printing is None or scores is None or where is None:
            return None
        line = _line_of_meaning(said)
        experiment = self.attempt(at, line, experiment_of, data, how)
        if experiment is None:
            return None
        entry = Entry(
            Description(self.label, scores, data, how, printing, where, note or ""),
            said.line,
            experiment,
            printing.over(self.defaults.printing),
        )
        self.attempt(_check_scores, entry, said.lines["scores"])
        return entry

    def attempt(self, step: Callable[..., T], *args: object) -> T | None:
        try:
            return step(*args)
        except Bad as error:
            self.problems.append(Problem(error.line, self.label, error.message))
            return None


def _check_id(said: Fields, seen: dict[str, int]) -> None:
    name = said.text("id")
    if name is None:
        raise Bad(said.line, "id is missing: every claim needs a name of its own")
    line = said.lines["id"]
    if len(name) > LONGEST_ID:
        raise Bad(line, f"id has {len(name)} characters: {LONGEST_ID} are enough")
    if name in seen:
        raise Bad(line, f"the id is taken by the claim in line {seen[name]}")
    seen[name] = line


def _line_of_meaning(said: Fields) -> int:
    return said.lines.get("data", said.lines.get("evaluation", said.line))


def _own(said: Fields, key: str, read_it: Callable[[Node], T], default: T) -> T:
    return read_it(said.values[key]) if key in said else default


def _where(said: Fields) -> Where:
    node = said.values.get("where")
    if node is None:
        return Where()
    if isinstance(node, Scalar):
        return Where(text="" if node.says_nothing else node.text.strip())
    inner = Fields.of(node, "where", WHERE)
    page = inner.whole("page")
    if page is not None and page < 1:
        raise Bad(inner.lines["page"], f"page is {page}: pages count from 1")
    texts = {key: inner.text(key) or "" for key in inner.values if key != "page"}
    return Where(page=page, **texts)


def _printing(said: Fields) -> Printing:
    epsilon = said.decimal("epsilon")
    if epsilon is not None and epsilon < 0:
        raise Bad(said.lines["epsilon"], f"epsilon is {float(epsilon):g}: it must not be negative")
    return Printing(
        rounding=said.word("rounding", ROUNDING_MODES),
        epsilon=epsilon,
        percent=said.flag("percent"),
        undefined=said.word("undefined", UNDEFINED),
    )


def _scores(said: Fields) -> dict[str, str]:
    table = said.table("scores")
    if table is None or not table.values:
        raise Bad(said.lines.get("scores", said.line), "no score is given: say scores: {acc: 0.94}")
    scores = {}
    for name, node in table.values.items():
        if not isinstance(node, Scalar):
            raise Bad(node.line, f"{name}: a score must be one number, as printed")
        if node.says_nothing:
            raise Bad(node.line, f"{name}: the value is empty")
        scores[name] = node.text.strip()
    return scores


def _check_scores(entry: Entry, line: int) -> None:
    """Read names and numbers now, so that what cannot be read is told before anything runs."""
    said = entry.options
    how = Rounding.parse(said.rounding or "any", said.epsilon)
    at(line, read_claims, entry.reported, entry.experiment, how, percent=bool(said.percent))


def _data(node: Node, also: tuple[str, ...] = ()) -> Data:
    said = Fields.of(node, "data", (*DATA, *also))
    classes = said.table("classes")
    return Data(
        dataset=said.text("dataset") or "",
        positive=said.text("positive") or "",
        positives=said.count("positives"),
        negatives=said.count("negatives"),
        total=said.count("total"),
        classes={k: whole_of(k, v) for k, v in classes.values.items()} if classes else {},
        images=tuple(map(_image, said.listing("images"))),
        items=said.whole("items"),
        target_variance=said.text("target-variance") or "",
        target_sd=said.text("target-sd") or "",
        variance=said.word("variance", SPREADS) or "",
    )


def _image(node: Node) -> Image:
    said = Fields.of(node, "an image", ("name", "positives", "negatives"))
    p, n = said.whole("positives"), said.whole("negatives")
    if p is None or n is None:
        raise Bad(said.line, "an image needs positives and negatives")
    return Image(p, n, said.text("name") or "")


def _evaluation(node: Node, also: tuple[str, ...] = ()) -> Evaluation:
    said = Fields.of(node, "evaluation", (*EVALUATION, *also))
    return Evaluation(
        kind=said.word("kind", KINDS) or "",
        folds=said.whole("folds"),
        folding=said.word("folding", FOLDINGS) or "",
        repeats=said.whole("repeats"),
        aggregation=said.word("aggregation", AGGREGATIONS) or "",
        fold_counts=tuple(map(_fold, said.listing("fold-counts"))),
        undefined_folds=said.word("undefined-folds", UNDEFINED_FOLDS) or "",
        spread=said.word("spread", SPREADS) or "",
        average=said.word("average", AVERAGES) or "",
        sets=tuple(map(_set, said.listing("sets"))),
    )


def _fold(node: Node) -> tuple[int, int]:
    if not isinstance(node, Listing) or len(node.items) != 2:
        raise Bad(node.line, "a fold must be [positives, negatives]")
    p, n = (whole_of(side, item) for side, item in zip(_SIDES, node.items, strict=True))
    return p, n


def _set(node: Node) -> tuple[Data, Evaluation]:
    """Read one of several sets, whose data and evaluation stand side by side."""
    inner = tuple(key for key in EVALUATION if key not in ("sets", "average"))
    Fields.of(node, "a set", (*DATA, *inner))
    data, how = _data(node, also=EVALUATION), _evaluation(node, also=DATA)
    at(node.line, experiment_of, data, how)
    return data, how
