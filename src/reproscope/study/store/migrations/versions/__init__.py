"""One step a module, named by the version that it makes; Alembic reads them as files."""
