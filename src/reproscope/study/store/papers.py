"""The papers of a study with their attributes; a paper is never taken out again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Select, bindparam, insert, select, update

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name
from reproscope.study.records import Paper
from reproscope.study.store.ids import chunked, found_ids, next_id, paper_ids
from reproscope.study.store.schema import ATTRIBUTE, PAPER, PAPER_ATTRIBUTE
from reproscope.study.store.texts import storable, storable_name

if TYPE_CHECKING:
    import pandas as pd


def add_papers(connection: Connection, papers: Iterable[Paper]) -> int:
    """Add papers and return how many are new.

    What is said of a paper twice must agree: a title or an attribute that was missing is added,
    another one for the same paper is an error.
    """
    said = _merged(papers)
    known = found_ids(connection, PAPER, PAPER.c.key, list(said))
    new = [paper for key, paper in said.items() if key not in known]
    first = next_id(connection, PAPER)
    known_attributes = _known_attributes(connection, known, said)
    for place, paper in enumerate(new):
        known[paper.key] = first + place
    for chunk in chunked(new):
        rows = [{"id": known[paper.key], "key": paper.key, "title": paper.title} for paper in chunk]
        connection.execute(insert(PAPER), rows)
    _add_attributes(connection, said, known, known_attributes)
    return len(new)


def papers(connection: Connection) -> tuple[Paper, ...]:
    """Return the papers in the order in which they were added."""
    attributes: dict[int, dict[str, str]] = {}
    for number, name, value in connection.execute(_attributes_of_papers()):
        attributes.setdefault(number, {})[name] = value
    rows = connection.execute(select(PAPER).order_by(PAPER.c.id))
    return tuple(Paper(key, title, attributes.get(number, {})) for number, key, title in rows)


def paper(connection: Connection, key: str) -> Paper:
    """Return a paper by its key; raise UnknownName for one that is not in the study."""
    [number] = paper_ids(connection, [key])
    title = connection.scalar(select(PAPER.c.title).where(PAPER.c.id == number))
    of_paper = _attributes_of_papers().where(PAPER_ATTRIBUTE.c.paper == number)
    return Paper(key, str(title), {row[1]: row[2] for row in connection.execute(of_paper)})


def papers_frame(connection: Connection) -> pd.DataFrame:
    """Return the papers by key, with a column for the title and one for each attribute."""
    import pandas as pd

    names = connection.scalars(select(ATTRIBUTE.c.name).order_by(ATTRIBUTE.c.id)).all()
    rows = connection.execute(select(PAPER).order_by(PAPER.c.id)).all()
    places = {row.id: place for place, row in enumerate(rows)}
    columns: dict[str, list[str | None]] = {name: [None] * len(rows) for name in names}
    for number, name, value in connection.execute(_attributes_of_papers()):
        columns[name][places[number]] = value
    index = pd.Index([row.key for row in rows], name="paper", dtype=object)
    titles = pd.Series([row.title for row in rows], index=index, dtype=object)
    return pd.DataFrame({"title": titles} | columns, index=index, dtype=object)


def _attributes_of_papers() -> Select[Any]:
    return (
        select(PAPER_ATTRIBUTE.c.paper, ATTRIBUTE.c.name, PAPER_ATTRIBUTE.c.value)
        .join(ATTRIBUTE, ATTRIBUTE.c.id == PAPER_ATTRIBUTE.c.attribute)
        .order_by(ATTRIBUTE.c.id)
    )


def _merged(papers: Iterable[Paper]) -> dict[str, Paper]:
    said: dict[str, Paper] = {}
    for paper in papers:
        _check(paper)
        earlier = said.get(paper.key)
        said[paper.key] = paper if earlier is None else _agreed(earlier, paper)
    return said


def _check(paper: Paper) -> None:
    storable_name(paper.key, "a paper's key")
    storable(paper.title, f"the title of {paper.key}")
    for name, value in paper.attributes.items():
        storable_name(name, f"an attribute of {paper.key}")
        if name == "title":
            raise ReproscopeError(f"paper {paper.key} has an attribute title beside its title")
        storable(value, f"{name} of {paper.key}")


def _agreed(earlier: Paper, later: Paper) -> Paper:
    """Return what both say of a paper; raise ReproscopeError where they contradict."""
    if earlier.title and later.title and earlier.title != later.title:
        raise _contradiction(later.key, "title", earlier.title, later.title)
    for name, value in later.attributes.items():
        if earlier.attributes.get(name, value) != value:
            raise _contradiction(later.key, name, earlier.attributes[name], value)
    return Paper(
        later.key, earlier.title or later.title, {**earlier.attributes, **later.attributes}
    )


def _contradiction(key: str, name: str, earlier: str, later: str) -> ReproscopeError:
    return ReproscopeError(
        f"duplicate paper {shown_name(key)}: its {name} is {shown_name(earlier)} and "
        f"{shown_name(later)}"
    )


def _known_attributes(
    connection: Connection, known: dict[str, int], said: dict[str, Paper]
) -> dict[int, set[str]]:
    """Check papers that are known against what is said of them, and add titles they lacked."""
    attributes: dict[int, dict[str, str]] = {number: {} for number in known.values()}
    titles: list[dict[str, object]] = []
    for chunk in chunked(known):
        numbers = [known[key] for key in chunk]
        of_chunk = _attributes_of_papers().where(PAPER_ATTRIBUTE.c.paper.in_(numbers))
        for number, name, value in connection.execute(of_chunk):
            attributes[number][name] = value
        rows = connection.execute(select(PAPER).where(PAPER.c.id.in_(numbers)))
        for number, key, title in rows:
            agreed = _agreed(Paper(key, title, attributes[number]), said[key])
            if agreed.title != title:
                titles.append({"number": number, "said": agreed.title})
    if titles:
        change = update(PAPER).where(PAPER.c.id == bindparam("number"))
        connection.execute(change.values(title=bindparam("said")), titles)
    return {number: set(names) for number, names in attributes.items()}


def _add_attributes(
    connection: Connection,
    said: dict[str, Paper],
    numbers: dict[str, int],
    known: dict[int, set[str]],
) -> None:
    names = list(dict.fromkeys(name for paper in said.values() for name in paper.attributes))
    ids = found_ids(connection, ATTRIBUTE, ATTRIBUTE.c.name, names)
    new = [name for name in names if name not in ids]
    first = next_id(connection, ATTRIBUTE)
    ids.update((name, first + place) for place, name in enumerate(new))
    if new:
        connection.execute(insert(ATTRIBUTE), [{"id": ids[name], "name": name} for name in new])
    rows = (
        {"paper": numbers[key], "attribute": ids[name], "value": value}
        for key, paper in said.items()
        for name, value in paper.attributes.items()
        if name not in known.get(numbers[key], ())
    )
    for chunk in chunked(rows):
        connection.execute(insert(PAPER_ATTRIBUTE), chunk)
