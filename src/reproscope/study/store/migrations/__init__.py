"""The steps from each version of a study's schema to the next, one module each, for Alembic.

They are run by ``store.migrating``. A step is never changed once studies were made with it.
"""
