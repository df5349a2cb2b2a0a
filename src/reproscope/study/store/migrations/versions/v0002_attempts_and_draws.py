"""Version 0002: reproduction attempts, and samples as they were drawn."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the tables of attempts and of draws."""
    _attempts()
    _experiments()
    _draws()


def _attempts() -> None:
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("paper", sa.Integer, sa.ForeignKey("paper.id"), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("level", sa.Text),
        sa.Column("scheme", sa.Text, nullable=False),
        sa.Column("hours", sa.Float(53)),
        sa.Column("hours_limit", sa.Float(53)),
        sa.Column("experiments", sa.BigInteger),
        sa.Column("identical", sa.BigInteger),
        sa.Column("consistent", sa.BigInteger),
        sa.Column("different", sa.BigInteger),
        sa.Column("not_conducted", sa.BigInteger),
        sa.Column("why_not_conducted", sa.Text, nullable=False),
        sa.Column("reproduced", sa.Boolean),
        sa.Column("criteria", sa.Text, nullable=False),
        sa.Column("contacted", sa.Boolean),
        sa.Column("replied", sa.Boolean),
        sa.Column("time_kind", sa.Text),
        sa.Column("time_days", sa.Float(53)),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("given", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("paper", "key", "revision"),
    )
    op.create_table(
        "discrepancy",
        sa.Column("attempt", sa.Integer, sa.ForeignKey("attempt.id"), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("category", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("severity", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("attempt", "place"),
    )


def _experiments() -> None:
    op.create_table(
        "experiment",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("attempt", sa.Integer, sa.ForeignKey("attempt.id"), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("method", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.UniqueConstraint("attempt", "place"),
    )
    op.create_table(
        "result",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("experiment", sa.Integer, sa.ForeignKey("experiment.id"), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("measure", sa.Text, nullable=False),
        sa.Column("original", sa.Text, nullable=False),
        sa.Column("reproduced", sa.Text),
        sa.UniqueConstraint("experiment", "place"),
    )
    op.create_table(
        "baseline",
        sa.Column("result", sa.Integer, sa.ForeignKey("result.id"), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("printed", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("result", "place"),
    )


def _draws() -> None:
    op.create_table(
        "draw",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("population", sa.BigInteger, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("method", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("given", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("name", "revision"),
    )
    op.create_table(
        "stratum",
        sa.Column("draw", sa.Integer, sa.ForeignKey("draw.id"), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("draw", "place"),
    )
    op.create_table(
        "member",
        sa.Column("draw", sa.Integer, sa.ForeignKey("draw.id"), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("paper", sa.Integer, sa.ForeignKey("paper.id"), nullable=False),
        sa.Column("stratum", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("replaced_by", sa.Integer, sa.ForeignKey("paper.id")),
        sa.PrimaryKeyConstraint("draw", "place"),
    )
