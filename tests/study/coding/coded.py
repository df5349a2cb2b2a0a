"""A small instrument, and answers to it as the store's long table has them."""

import pandas as pd

from reproscope.instruments import AllowedValue, Instrument, Kind, Variable

INSTRUMENT = Instrument(
    name="toys",
    title="Toys",
    source="made up for these tests",
    variables=(
        Variable("shared", "Are the toys shared?", group="open"),
        Variable("described", "Are they described?", group="open"),
        Variable(
            "colour",
            "Which colour?",
            Kind.NOMINAL,
            values=(AllowedValue("red"), AllowedValue("blue")),
            condition="shared == 1",
        ),
        Variable(
            "liked",
            "How well are they liked?",
            Kind.ORDINAL,
            values=(AllowedValue("no"), AllowedValue("some"), AllowedValue("much")),
        ),
        Variable("number", "How many?", Kind.COUNT),
        Variable("words", "What else?", Kind.TEXT),
    ),
)
Row = tuple[str, str, str, str]


def long(*rows: Row) -> pd.DataFrame:
    """Rows of paper, variable, coder and value, as categories."""
    frame = pd.DataFrame(rows, columns=["paper", "variable", "coder", "value"], dtype=object)
    return frame.astype("category")


def settlements(*rows: tuple[str, str, str]) -> pd.DataFrame:
    """Rows of paper, variable and value."""
    return pd.DataFrame(rows, columns=["paper", "variable", "value"], dtype=object)
