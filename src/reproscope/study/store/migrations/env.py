"""What Alembic runs to connect: it uses the connection, and the transaction, of the caller.

Not for the alembic command: ``store.migrating`` hands the connection over.
"""

from alembic import context

from reproscope.study.store.schema import VERSION_TABLE


def run() -> None:
    """Run the steps that were asked for; the caller commits them together or not at all."""
    context.configure(
        connection=context.config.attributes["connection"],
        version_table=VERSION_TABLE,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


# The name under which Alembic loads this file.
if __name__ == "env_py":
    run()
