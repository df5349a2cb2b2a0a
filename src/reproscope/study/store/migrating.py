"""Brings a study's schema from one version to a later one, in the caller's transaction.

Alembic runs the steps in ``migrations``; the caller's transaction makes them all or nothing, on
SQLite too.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from reproscope.study.store.schema import NEWEST

_STEPS = Path(__file__).with_name("migrations")


def migrate(connection: Connection, version: str = NEWEST) -> None:
    """Run the steps up to *version*; they come in force when the caller commits."""
    # Imported here, as most studies that are opened need no step.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    # A percent sign would be an interpolation to the configuration's parser.
    config.set_main_option("script_location", str(_STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, version)
