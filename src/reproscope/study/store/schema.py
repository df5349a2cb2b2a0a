"""The tables of a study, as they are in the newest version: what queries are built from.

How a database gets there is told by ``migrations``; a test compares the two. Rows are only ever
added. Ids are given by the one writer that there is at a time (see ``connecting``), and are small
whole numbers, as there can be many millions of answers.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

# Marks a SQLite file as a study, in its header: "rpsc".
APPLICATION_ID = 0x72707363
MARKER = "reproscope_study"
VERSION_TABLE = "reproscope_schema"
VERSIONS = ("0001", "0002", "0003", "0004")
NEWEST = VERSIONS[-1]

METADATA = MetaData()


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True, autoincrement=False)


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _of(name: str, target: str) -> Column[int]:
    return Column(name, Integer, ForeignKey(f"{target}.id"), nullable=False)


def _whole(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False)


def _given() -> Column[int]:
    """Microseconds since 1970 in UTC: the same on both databases, and sorted."""
    return Column("given", BigInteger, nullable=False)


STUDY = Table(MARKER, METADATA, _id(), _text("name"), _given())

PAPER = Table("paper", METADATA, _id(), _text("key"), _text("title"), UniqueConstraint("key"))
ATTRIBUTE = Table("attribute", METADATA, _id(), _text("name"), UniqueConstraint("name"))
PAPER_ATTRIBUTE = Table(
    "paper_attribute",
    METADATA,
    _of("paper", "paper"),
    _of("attribute", "attribute"),
    _text("value"),
    PrimaryKeyConstraint("paper", "attribute"),
    sqlite_with_rowid=False,
)

# `definition` is the instrument as JSON, `source` the file it was read from, if it was.
INSTRUMENT = Table(
    "instrument",
    METADATA,
    _id(),
    _text("name"),
    _text("definition"),
    _text("source"),
    _given(),
    UniqueConstraint("name"),
)
VARIABLE = Table(
    "variable",
    METADATA,
    _id(),
    _of("instrument", "instrument"),
    _text("name"),
    UniqueConstraint("instrument", "name"),
)
CODER = Table("coder", METADATA, _id(), _text("name"), UniqueConstraint("name"))
# Unique by digest, as a text may be longer than an index can take.
VALUE = Table(
    "value",
    METADATA,
    _id(),
    Column("digest", LargeBinary, nullable=False),
    _text("text"),
    UniqueConstraint("digest"),
)
# Without foreign keys: the ids come from the tables above within the same transaction, and
# checking four of them for each of millions of rows would take longer than writing the rows.
ANSWER = Table(
    "answer",
    METADATA,
    _whole("variable"),
    _whole("coder"),
    _whole("paper"),
    _whole("revision"),
    _whole("value"),
    _given(),
    PrimaryKeyConstraint("variable", "coder", "paper", "revision"),
    sqlite_with_rowid=False,
)
# Only the answers that have one of them are here.
ANSWER_NOTE = Table(
    "answer_note",
    METADATA,
    _whole("variable"),
    _whole("coder"),
    _whole("paper"),
    _whole("revision"),
    _text("evidence"),
    Column("seconds", Float(53)),
    PrimaryKeyConstraint("variable", "coder", "paper", "revision"),
    sqlite_with_rowid=False,
)
RESOLUTION = Table(
    "resolution",
    METADATA,
    _of("variable", "variable"),
    _of("paper", "paper"),
    _whole("revision"),
    _of("value", "value"),
    _of("coder", "coder"),
    _text("note"),
    _given(),
    PrimaryKeyConstraint("variable", "paper", "revision"),
    sqlite_with_rowid=False,
)

ATTEMPT = Table(
    "attempt",
    METADATA,
    _id(),
    _of("paper", "paper"),
    _text("key"),
    _whole("revision"),
    _text("by"),
    Column("level", Text),
    _text("scheme"),
    Column("hours", Float(53)),
    Column("hours_limit", Float(53)),
    Column("experiments", BigInteger),
    Column("identical", BigInteger),
    Column("consistent", BigInteger),
    Column("different", BigInteger),
    Column("not_conducted", BigInteger),
    _text("why_not_conducted"),
    Column("reproduced", Boolean),
    _text("criteria"),
    Column("contacted", Boolean),
    Column("replied", Boolean),
    Column("time_kind", Text),
    Column("time_days", Float(53)),
    _text("note"),
    _given(),
    UniqueConstraint("paper", "key", "revision"),
)
EXPERIMENT = Table(
    "experiment",
    METADATA,
    _id(),
    _of("attempt", "attempt"),
    _whole("place"),
    _text("method"),
    _text("data"),
    UniqueConstraint("attempt", "place"),
)
RESULT = Table(
    "result",
    METADATA,
    _id(),
    _of("experiment", "experiment"),
    _whole("place"),
    _text("measure"),
    _text("original"),
    Column("reproduced", Text),
    UniqueConstraint("experiment", "place"),
)
BASELINE = Table(
    "baseline",
    METADATA,
    _of("result", "result"),
    _whole("place"),
    _text("name"),
    _text("printed"),
    PrimaryKeyConstraint("result", "place"),
)
REPEATED = Table(
    "repeated",
    METADATA,
    Column("result", Integer, ForeignKey("result.id"), primary_key=True, autoincrement=False),
    Column("original_deviation", Float(53), nullable=False),
    _whole("original_runs"),
    Column("reproduced_deviation", Float(53), nullable=False),
    _whole("reproduced_runs"),
    Column("margin", Float(53), nullable=False),
)
DISCREPANCY = Table(
    "discrepancy",
    METADATA,
    _of("attempt", "attempt"),
    _whole("place"),
    _text("category"),
    Column("count", BigInteger, nullable=False),
    _text("severity"),
    _text("note"),
    PrimaryKeyConstraint("attempt", "place"),
)

# A seed may be larger than any column for numbers, so it is text.
DRAW = Table(
    "draw",
    METADATA,
    _id(),
    _text("name"),
    _whole("revision"),
    _text("source"),
    _text("digest"),
    Column("population", BigInteger, nullable=False),
    Column("size", BigInteger, nullable=False),
    _text("seed"),
    _text("method"),
    _text("by"),
    _given(),
    UniqueConstraint("name", "revision"),
)
STRATUM = Table(
    "stratum",
    METADATA,
    _of("draw", "draw"),
    _whole("place"),
    _text("name"),
    Column("size", BigInteger, nullable=False),
    PrimaryKeyConstraint("draw", "place"),
)
MEMBER = Table(
    "member",
    METADATA,
    _of("draw", "draw"),
    _whole("place"),
    _of("paper", "paper"),
    _text("stratum"),
    _text("status"),
    _text("reason"),
    Column("replaced_by", Integer, ForeignKey("paper.id")),
    PrimaryKeyConstraint("draw", "place"),
)

ASSIGNMENT = Table(
    "assignment",
    METADATA,
    _of("instrument", "instrument"),
    _of("coder", "coder"),
    _of("paper", "paper"),
    _given(),
    PrimaryKeyConstraint("instrument", "coder", "paper"),
    sqlite_with_rowid=False,
)
RELEASE = Table(
    "release",
    METADATA,
    _id(),
    Column("epsilon", Float(53), nullable=False),
    Column("delta", Float(53), nullable=False),
    _text("what"),
    _given(),
)
