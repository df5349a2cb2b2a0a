"""Version 0003: who is to code what, and what was spent of the privacy budget."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the tables of assignments and of releases."""
    op.create_table(
        "assignment",
        sa.Column("instrument", sa.Integer, sa.ForeignKey("instrument.id"), nullable=False),
        sa.Column("coder", sa.Integer, sa.ForeignKey("coder.id"), nullable=False),
        sa.Column("paper", sa.Integer, sa.ForeignKey("paper.id"), nullable=False),
        sa.Column("given", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("instrument", "coder", "paper"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "release",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("epsilon", sa.Float(53), nullable=False),
        sa.Column("delta", sa.Float(53), nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("given", sa.BigInteger, nullable=False),
    )
