"""The 40 columns that the thesis's tool writes, as a value; read from and written to its CSV.

The order and the titles are the thesis's. An empty cell is unknown.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Literal

from reproscope.repository.csvtable import CsvTable, Row, TableError
from reproscope.repository.loos2022.inputs import Inputs

Form = Literal["text", "count", "number", "flag", "yes"]


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of one repository; ``None`` is unknown. Percentages run to 100."""

    repository_url: str | None = None
    readmes: int | None = None
    readme_lines: int | None = None
    average_readme_lines: float | None = None
    readme_links: int | None = None
    paper_links: int | None = None
    dead_links: int | None = None
    dead_links_percent: float | None = None
    readme_dataset: bool | None = None
    licences: int | None = None
    open_licences: int | None = None
    closed_licences: int | None = None
    source_files: int | None = None
    code_lines: int | None = None
    code_lines_percent: float | None = None
    comment_lines: int | None = None
    comment_lines_percent: float | None = None
    code_comment_ratio: float | None = None
    pylint: float | None = None
    notebooks: int | None = None
    notebooks_with_header_percent: float | None = None
    notebooks_with_footer_percent: float | None = None
    seed_lines: int | None = None
    fixed_seeds_percent: float | None = None
    serialisation: bool | None = None
    logging_indicators: int | None = None
    public_libraries_percent: float | None = None
    config_files: int | None = None
    os_specified: bool | None = None
    config_imports: int | None = None
    source_imports: int | None = None
    strict_percent: float | None = None
    loose_percent: float | None = None
    imports_in_config_percent: float | None = None
    dataset_folders_found: bool | None = None
    dataset_folders: int | None = None
    dataset_files: int | None = None
    dataset_files_in_code: int | None = None
    dataset_files_in_code_percent: float | None = None
    built: bool | None = None

    @property
    def inputs(self) -> Inputs:
        """The values that the formulas use."""
        return Inputs(
            readmes=self.readmes,
            readme_lines=self.average_readme_lines,
            readme_links=self.readme_links,
            dead_links=self.dead_links_percent,
            licences=self.licences,
            open_licences=self.open_licences,
            pylint=self.pylint,
            code_comment_ratio=self.code_comment_ratio,
            config_files=self.config_files,
            imports=self.source_imports,
            imports_in_config=self.imports_in_config_percent,
            strict_declarations=self.strict_percent,
            public_libraries=self.public_libraries_percent,
            dataset=_either(self.readme_dataset, self.dataset_files_in_code),
            seed_lines=self.seed_lines,
            fixed_seeds=self.fixed_seeds_percent,
            serialisation=self.serialisation,
            logging=None if self.logging_indicators is None else self.logging_indicators > 0,
            build=self.built,
        )


def _either(one: float | None, other: float | None) -> bool | None:
    """Whether one of two is there: a single yes is enough, a no needs both."""
    if one or other:
        return True
    return None if one is None or other is None else False


_FORMS: Mapping[str, Form] = {
    "str | None": "text",
    "int | None": "count",
    "float | None": "number",
    "bool | None": "yes",
}
# The title of each column, in the order of the fields; `Measured` says what it holds.
TITLES = (
    "repository_url",
    "# readmes",
    "total readme lines",
    "average readme lines",
    "# readme links",
    "# readme paper links",
    "# not accessible links",
    "% not accessible links",
    "readme dataset reference",
    "# licences",
    "# open-source licenses",
    "# non-open-source licenses",
    "# source code files",
    "# total lines of code",
    "% of code lines",
    "# total comment lines",
    "% of comment lines",
    "code-comment-ratio",
    "average pylint score",
    "# jupyter notebooks",
    "% jupyter notebooks /w header",
    "% jupyter notebooks /w footer",
    "# random seed declaration lines",
    "% fixed random seed lines",
    "Model serialization used?",
    "# hyperparameter logging indicators",
    "% public available libraries in relation to all unique imports in source code"
    " (excl. local libs and python standard libs)",
    "# config files",
    "OS specified in config file(s)",
    "# unique imports in config file(s)",
    "# unique imports in source code file(s)",
    "% strict unique imports in relation to all unique imports in config file(s)",
    "% specified unique (but not strict) imports in relation to all unique imports"
    " in config file(s)",
    "% unique imports used in source code + mentioned in config file(s) in relation to all used",
    "dataset folders found?",
    "# dataset folder candidates",
    "# dataset file candidates",
    "# found dataset file candidates mentioned in source code",
    "% mentioned dataset files in relation to all found candidate files",
    "out-of-the-box buildable with binderhub",
)
FIELDS = tuple(one.name for one in fields(Measured))
FORMS: Mapping[str, Form] = {
    one.name: "flag" if one.name == "readme_dataset" else _FORMS[str(one.type)]
    for one in fields(Measured)
}
_YES = {"yes": True, "no": False, "1": True, "0": False, "true": True, "false": False}
_NOT_KNOWN = ("", "not tested")


def loos_csv(measured: Iterable[Measured]) -> str:
    """Return the thesis's CSV: its 40 columns, every cell quoted, unknown cells empty."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(TITLES)
    for one in measured:
        writer.writerow(_written(name, getattr(one, name)) for name in FIELDS)
    return buffer.getvalue()


def _written(name: str, value: object) -> str:
    if value is None:
        return ""
    if FORMS[name] == "yes":
        return "Yes" if value else "No"
    if FORMS[name] == "flag":
        return "1" if value else "0"
    text = str(value)
    # A spreadsheet would run a cell that begins like a formula; only the address is a stranger's.
    return f"'{text}" if FORMS[name] == "text" and text[:1] in "=+-@\t\r" and text else text


def measured_of(table: CsvTable) -> tuple[Measured, ...]:
    """Return the rows of a table with the 40 columns; the first may be called ``id``."""
    titles = dict(zip(TITLES, FIELDS, strict=True))
    titles["id"] = FIELDS[0]
    missing = [title for title in TITLES[1:] if title not in table.header]
    if missing:
        more = "" if len(missing) == 1 else f" and {len(missing) - 1} more"
        raise TableError(f"{table.name}: column {missing[0]!r}{more} of the thesis's 40 is missing")
    known = {column: titles[column] for column in table.header if column in titles}
    return tuple(
        Measured(**{name: cell(table, row, column, FORMS[name]) for column, name in known.items()})  # type: ignore[arg-type]
        for row in table.rows
    )


def cell(table: CsvTable, row: Row, column: str, form: Form) -> str | int | float | bool | None:
    """Return a cell as what it should be, or say what it is instead."""
    text = row.cells[column].strip()
    if text.casefold() in _NOT_KNOWN:
        return None
    return _READ[form](table, row, column, text)


def _count(table: CsvTable, row: Row, column: str, text: str) -> int:
    value = table.number(row, column)
    if value is None or value < 0 or value != int(value):
        raise table.wrong(row, column, f"{text!r} is not a whole number, 0 or more")
    return int(value)


def _number(table: CsvTable, row: Row, column: str, text: str) -> float | None:
    return table.number(row, column)


def _truth(table: CsvTable, row: Row, column: str, text: str) -> bool:
    if text.casefold() not in _YES:
        raise table.wrong(row, column, f"{text!r} is neither Yes nor No")
    return _YES[text.casefold()]


_READ: Mapping[Form, Callable[[CsvTable, Row, str, str], str | int | float | bool | None]] = {
    "text": lambda table, row, column, text: text,
    "count": _count,
    "number": _number,
    "flag": _truth,
    "yes": _truth,
}
