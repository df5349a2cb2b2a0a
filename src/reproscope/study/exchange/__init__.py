"""Brings studies' data in from files and takes them out again, or nothing at all.

What comes in: CSV, Excel, JSON and Parquet files, ours or those of published surveys. What goes
out: papers, answers, resolutions and attempts in the study, and the same four forms of files. The
way through: ``forms`` reads any file into a ``sheet``; a ``mapping`` (TOML, ``mapping_finding``,
``mapping_reading``) says which column is what; ``wide`` reads a row a paper, ``long`` a row an
answer, ``study_files`` what ``exporting`` wrote; ``attempt_parts`` puts attempts together.
``problems`` collects what does not fit, and ``importing`` adds all or nothing.
"""

from reproscope.study.exchange.exporting import (
    export,
    export_answers,
    export_metrics,
    export_table,
    export_wide,
)
from reproscope.study.exchange.importing import Imported, import_into, read_file
from reproscope.study.exchange.mapping_finding import find_mapping, mapping_names
from reproscope.study.exchange.problems import DoesNotFit, Problem

__all__ = [
    "DoesNotFit",
    "Imported",
    "Problem",
    "export",
    "export_answers",
    "export_metrics",
    "export_table",
    "export_wide",
    "find_mapping",
    "import_into",
    "mapping_names",
    "read_file",
]
