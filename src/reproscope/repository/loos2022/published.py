"""The tables that were published with the thesis: 16 to 40 columns, each under titles of its own.

They become `Inputs`, what the formulas use. The rules that fill what a table leaves out are in
``inputs.assumed``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reproscope.core.errors import shown_name
from reproscope.repository.csvtable import CsvTable, Row, TableError
from reproscope.repository.loos2022.inputs import Inputs, assumed
from reproscope.repository.loos2022.measured import Form, cell

# Every title a published table has for a value, in small letters; first that of the 40 columns.
TITLES: Mapping[str, tuple[Form, tuple[str, ...]]] = {
    "readmes": ("count", ("# readmes",)),
    "readme_lines": (
        "number",
        ("average readme lines", "avg readme length", "mean readme lines", "mean_readme_length"),
    ),
    "readme_links": ("number", ("# readme links", "readme_links")),
    "dead_links": (
        "number",
        ("% not accessible links", "% not acc. links", "pct_not_acc_links"),
    ),
    "answering_links": ("number", ("% acc. links",)),
    "readme_dataset": ("flag", ("readme dataset reference", "readme ds reference")),
    "dataset_files": (
        "number",
        ("# found dataset file candidates mentioned in source code", "# dsfc in sc"),
    ),
    "dataset": ("flag", ("dataset found", "found dataset", "dataset_found")),
    "licences": ("count", ("# licences", "licences")),
    "open_licences": ("count", ("# open-source licenses", "# os licenses", "os_licenses")),
    "code_comment_ratio": (
        "number",
        ("code-comment-ratio", "avg ccr", "mean ccr", "mean_ccr"),
    ),
    "pylint": (
        "number",
        ("average pylint score", "avg pylint score", "mean pylint score", "mean_pylint_score"),
    ),
    "seed_lines": (
        "count",
        (
            "# random seed declaration lines",
            "# rdm seed lines",
            "# rs decl lines",
            "# rs decl. lines",
            "rdm_seed_lines",
        ),
    ),
    "fixed_seeds": (
        "number",
        (
            "% fixed random seed lines",
            "% fixed rdm seed",
            "% fixed rs lines",
            "pct_fixed_rdm_seed",
        ),
    ),
    "serialisation": ("yes", ("model serialization used?", "ms used?", "ms found", "ms_used")),
    "logging": (
        "number",
        (
            "# hyperparameter logging indicators",
            "# hp-logging indicators",
            "hpl found",
            "hpl_used",
        ),
    ),
    "public_libraries": (
        "number",
        (
            "% public available libraries in relation to all unique imports in source code"
            " (excl. local libs and python standard libs)",
            "% pub avail. libs",
            "% pub. avail. libs",
            "pct_pub_avail_libs",
        ),
    ),
    "config_files": ("count", ("# config files",)),
    "imports": ("count", ("# unique imports in source code file(s)",)),
    "strict_declarations": (
        "number",
        (
            "% strict unique imports in relation to all unique imports in config file(s)",
            "% strict decl. in conf",
            "pct_strict_decl_in_conf",
        ),
    ),
    "imports_in_config": (
        "number",
        (
            "% unique imports used in source code + mentioned in config file(s)"
            " in relation to all used",
            "% decl. in conf of used in sc",
            "% decl. in conf to used in sc",
            "pct_decl_in_conf_of_used_in_sc",
        ),
    ),
    "build": ("yes", ("out-of-the-box buildable with binderhub", "ootb")),
}
# A table may lack these: they are assumed, or only one of several is needed.
_SPARED = {
    *("readmes", "imports", "build", "answering_links", "readme_dataset", "dataset_files"),
    *("dataset", "dead_links", "config_files"),
}
FEWEST = 5


@dataclass(frozen=True, slots=True)
class Published:
    """A table whose titles are understood: which column holds which value."""

    table: CsvTable
    columns: Mapping[str, str]

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the table does not say and `assumed` fills in."""
        rules = {
            "readmes": "the number of READMEs is not in it; one is assumed where there are lines",
            "imports": "the number of imports is not in it; none are assumed where none is"
            " public or declared",
        }
        return tuple(words for name, words in rules.items() if name not in self.columns)

    @property
    def inputs(self) -> tuple[Inputs, ...]:
        """The values of every row, with what the table leaves out assumed by the known rules."""
        return tuple(assumed(self._row(row)) for row in self.table.rows)

    def _row(self, row: Row) -> Inputs:
        found = {
            name: cell(self.table, row, column, TITLES[name][0])
            for name, column in self.columns.items()
        }
        answering = found.pop("answering_links", None)
        if answering is not None:
            found["dead_links"] = 100 - float(answering)
        ways = [found.pop(name) for name in ("readme_dataset", "dataset_files") if name in found]
        if "dataset" not in found:
            # One way to the data is enough; none is known only where both were looked for.
            found["dataset"] = True if any(ways) else (None if None in ways else False)
        if found.get("logging") is not None:
            found["logging"] = bool(found["logging"])
        return Inputs(**found)  # type: ignore[arg-type]


def understood(table: CsvTable) -> Published | None:
    """Return the table with its titles understood, or ``None`` if it is of another kind.

    A table that has some of the thesis's columns and lacks others is an error that names them.
    """
    by_title = {title: name for name, (_, titles) in TITLES.items() for title in titles}
    columns: dict[str, str] = {}
    for column in table.header:
        name = by_title.get(" ".join(column.casefold().split()))
        if name is not None:
            columns.setdefault(name, column)
    if len(columns) < FEWEST:
        return None
    missing = [name for name in TITLES if name not in columns and name not in _SPARED]
    if not {"dead_links", "answering_links"} & set(columns):
        missing.append("dead_links")
    if not {"dataset", "readme_dataset", "dataset_files"} & set(columns):
        missing.append("dataset")
    if missing:
        titles = ", ".join(shown_name(TITLES[name][1][0]) for name in missing)
        raise TableError(f"{table.name}: a table of the thesis's columns, but without {titles}")
    return Published(table, columns)
