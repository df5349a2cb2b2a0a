"""Where the published data of the surveys lie: beside the project, outside the repository.

``REPROSCOPE_ORACLES`` names the folder; otherwise ``shared/oracles`` is looked for upwards. Where
there is none, the tests that need it are skipped and say so.
"""

import os
from pathlib import Path

import pytest


def _folder() -> Path | None:
    named = os.environ.get("REPROSCOPE_ORACLES")
    if named:
        return Path(named)
    above = (parent / "shared" / "oracles" for parent in Path(__file__).parents)
    return next((folder for folder in above if folder.is_dir()), None)


FOLDER = _folder()
needs_oracles = pytest.mark.skipif(
    FOLDER is None or not FOLDER.is_dir(),
    reason="the surveys' published data (shared/oracles) are not on this machine",
)


def path(name: str) -> Path:
    """Return a file of the oracles, by its path below them."""
    assert FOLDER is not None
    return FOLDER / name
