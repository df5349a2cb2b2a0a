"""Where the published data of the thesis lie: beside the project, outside the repository.

``REPROSCOPE_ORACLES`` names the folder; otherwise ``shared/oracles`` is looked for upwards. Where
there is none, the tests that need it are skipped and say so.
"""

import os
from pathlib import Path

import pytest

from reproscope.repository.csvtable import CsvTable, read_csv
from reproscope.repository.loos2022.published import Published, understood


def _folder() -> Path | None:
    named = os.environ.get("REPROSCOPE_ORACLES")
    if named:
        return Path(named) / "loos2022"
    above = (parent / "shared" / "oracles" / "loos2022" for parent in Path(__file__).parents)
    return next((folder for folder in above if folder.is_dir()), None)


FOLDER = _folder()
needs_oracles = pytest.mark.skipif(
    FOLDER is None or not FOLDER.is_dir(),
    reason="the thesis's published tables (shared/oracles/loos2022) are not on this machine",
)
FILES = {
    "rs": "00_repro_set_analysis_all_data_points.csv",
    "nrs": "00_non_repo_set_analysis_all_data_points.csv",
    "github": "rdm_github_set_evaluation.csv",
    "pwc": "scientific_pwc_set_evaluation.csv",
}


def path(name: str) -> Path:
    """Return a file of the oracle, by its name or by the name of its set."""
    assert FOLDER is not None
    return FOLDER / FILES.get(name, name)


def table(name: str) -> CsvTable:
    """Return a published table."""
    return read_csv(path(name))


def published(name: str) -> Published:
    """Return a published table with its titles understood."""
    found = understood(table(name))
    assert found is not None
    return found
