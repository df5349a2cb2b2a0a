"""Version 0004: deviation and number of runs behind the numbers of a result."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the table of repeated runs."""
    op.create_table(
        "repeated",
        sa.Column(
            "result", sa.Integer, sa.ForeignKey("result.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("original_deviation", sa.Float(53), nullable=False),
        sa.Column("original_runs", sa.Integer, nullable=False),
        sa.Column("reproduced_deviation", sa.Float(53), nullable=False),
        sa.Column("reproduced_runs", sa.Integer, nullable=False),
        sa.Column("margin", sa.Float(53), nullable=False),
    )
