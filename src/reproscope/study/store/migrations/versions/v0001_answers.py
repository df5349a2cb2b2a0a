"""Version 0001: papers, instruments, and what coders answered."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    _study_and_papers()
    _instruments()
    _dictionaries()
    _answers()


def _study_and_papers() -> None:
    op.create_table(
        "reproscope_study",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("given", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "paper",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.UniqueConstraint("key"),
    )
    op.create_table(
        "attribute",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "paper_attribute",
        sa.Column("paper", sa.Integer, sa.ForeignKey("paper.id"), nullable=False),
        sa.Column("attribute", sa.Integer, sa.ForeignKey("attribute.id"), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("paper", "attribute"),
        sqlite_with_rowid=False,
    )


def _instruments() -> None:
    op.create_table(
        "instrument",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("definition", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("given", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "variable",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("instrument", sa.Integer, sa.ForeignKey("instrument.id"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.UniqueConstraint("instrument", "name"),
    )


def _dictionaries() -> None:
    op.create_table(
        "coder",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "value",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.UniqueConstraint("digest"),
    )


def _answers() -> None:
    for name, rest in (
        (
            "answer",
            (
                sa.Column("value", sa.Integer, nullable=False),
                sa.Column("given", sa.BigInteger, nullable=False),
            ),
        ),
        (
            "answer_note",
            (sa.Column("evidence", sa.Text, nullable=False), sa.Column("seconds", sa.Float(53))),
        ),
    ):
        op.create_table(
            name,
            sa.Column("variable", sa.Integer, nullable=False),
            sa.Column("coder", sa.Integer, nullable=False),
            sa.Column("paper", sa.Integer, nullable=False),
            sa.Column("revision", sa.Integer, nullable=False),
            *rest,
            sa.PrimaryKeyConstraint("variable", "coder", "paper", "revision"),
            sqlite_with_rowid=False,
        )
    op.create_table(
        "resolution",
        sa.Column("variable", sa.Integer, sa.ForeignKey("variable.id"), nullable=False),
        sa.Column("paper", sa.Integer, sa.ForeignKey("paper.id"), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("value", sa.Integer, sa.ForeignKey("value.id"), nullable=False),
        sa.Column("coder", sa.Integer, sa.ForeignKey("coder.id"), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("given", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("variable", "paper", "revision"),
        sqlite_with_rowid=False,
    )
