"""Takes a study out: each of its tables as a file, or all of them as a folder.

The folder can be imported again and gives the same study. Draws, assignments and the privacy budget
belong to the study where they were made and stay there.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from reproscope.core import ReproscopeError, UnknownName
from reproscope.instruments import load, names, text_of
from reproscope.study.exchange.forms.choosing import FORMS, form_of
from reproscope.study.exchange.forms.writing import Row, Written
from reproscope.study.exchange.numbers import number_of, written
from reproscope.study.exchange.study_files import INSTRUMENTS, TABLES
from reproscope.study.exchange.tables import TABLES_OF, answers
from reproscope.study.store import Study


def export(
    study: Study, folder: str | Path, *, suffix: str = ".csv", history: bool = False
) -> tuple[Path, ...]:
    """Write every table that has rows into a new folder, and the files of the instruments.

    With *history* earlier answers, resolutions and attempts are written too. Return the files.
    """
    folder = Path(folder)
    if suffix not in FORMS:
        raise UnknownName("form", suffix, FORMS)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ReproscopeError(f"{folder}: there is something already: name a new folder")
    try:
        unfinished = Path(tempfile.mkdtemp(".unfinished", f".{folder.name}-", folder.parent))
    except OSError as error:
        raise ReproscopeError(f"{folder}: cannot be made: {error.strerror}") from None
    try:
        for table in TABLES:
            made = TABLES_OF[table](study, history)
            rows = iter(made.rows)
            first = next(rows, None)
            if first is not None:
                _write(unfinished / f"{table}{suffix}", made, _again(first, rows))
        _write_instruments(study, unfinished / INSTRUMENTS)
        unfinished.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        unfinished.rename(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return tuple(sorted(path for path in folder.rglob("*") if path.is_file()))


def _again(first: Row, rows: Iterator[Row]) -> Iterator[Row]:
    yield first
    yield from rows


def _write(path: Path, table: Written, rows: Iterable[Row]) -> None:
    form_of(path).write(path, Written(table.columns, rows, table.numeric))


def _write_instruments(study: Study, folder: Path) -> None:
    for instrument in study.instruments():
        source = study.instrument_source(instrument.name)
        if not source and instrument.name in names() and load(instrument.name) == instrument:
            source = text_of(instrument.name)[0]
        if source:
            folder.mkdir(exist_ok=True)
            (folder / f"{instrument.name}.toml").write_text(source, encoding="utf-8")


def export_table(study: Study, table: str, path: str | Path, *, history: bool = False) -> None:
    """Write one table: papers, answers, resolutions, attempts, experiments or discrepancies."""
    if table not in TABLES_OF:
        raise UnknownName("table", table, TABLES_OF)
    made = TABLES_OF[table](study, history)
    _write(Path(path), made, made.rows)


def export_answers(
    study: Study,
    path: str | Path,
    instrument: str,
    *,
    coder: str | None = None,
    history: bool = False,
) -> None:
    """Write the answers to one instrument, a row an answer."""
    made = answers(study, history, [instrument], coder)
    _write(Path(path), made, made.rows)


def export_metrics(study: Study, path: str | Path, instrument: str) -> None:
    """Write each paper's metrics by the settled answers: rows are papers, columns metrics."""
    from reproscope.instruments.expressions import evaluate_all

    coded = study.holding().coded[study.instrument(instrument).name]
    values = evaluate_all(coded.instrument, coded.answers)
    names_of_columns = ("paper", *(str(name) for name in values.columns))
    rows = (
        (str(key), *("" if value != value else written(float(value)) for value in line))
        for key, line in zip(values.index, values.to_numpy(), strict=True)
    )
    made = Written(names_of_columns, rows, frozenset(names_of_columns[1:]))
    _write(Path(path), made, made.rows)


def export_wide(study: Study, path: str | Path, instrument: str) -> None:
    """Write the current answers to one instrument: rows are papers by coder, columns variables.

    Evidence, seconds and history do not go into such a table.
    """
    asked = study.instrument(instrument)
    frame = study.coded_frame(instrument)
    coders = frame["coder"].cat.categories
    papers = np.array([paper.key for paper in study.papers()], dtype=object)
    frame["paper"] = frame["paper"].cat.set_categories(papers)
    keys = frame["paper"].cat.codes.to_numpy().astype(np.int64) * max(len(coders), 1)
    keys += frame["coder"].cat.codes.to_numpy()
    different, places = np.unique(keys, return_inverse=True)
    texts = np.append(frame["value"].cat.categories.to_numpy(dtype=object), "")
    of_variable = frame["variable"].to_numpy()
    values = frame["value"].cat.codes.to_numpy()
    columns = [
        papers[different // max(len(coders), 1)],
        coders.to_numpy(dtype=object)[different % max(len(coders), 1)],
    ]
    numeric = set()
    for variable in asked.variables:
        codes = np.full(len(different), len(texts) - 1)
        chosen = of_variable == variable.name
        codes[places[chosen]] = values[chosen]
        columns.append(texts[codes])
        told = [text for text in texts[np.unique(codes)] if text]
        if variable.kind.numeric and all(number_of(text) is not None for text in told):
            numeric.add(variable.name)
    names_of_columns = ("paper", "coder", *(variable.name for variable in asked.variables))
    made = Written(names_of_columns, zip(*columns, strict=True), frozenset(numeric))
    _write(Path(path), made, made.rows)
