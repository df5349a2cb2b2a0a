"""A small instrument and a study that uses it, for the tests of the store."""

from reproscope.instruments import AllowedValue, Instrument, Kind, Metric, Variable
from reproscope.study.records import Answer, Paper
from reproscope.study.store import Study, create

COLOURS = (AllowedValue("red", "as roses"), AllowedValue("none"))
INSTRUMENT = Instrument(
    name="toys",
    title="Toys",
    source="made up for these tests",
    variables=(
        Variable("shared", "Are the toys shared?"),
        Variable("colour", "Which colour?", Kind.NOMINAL, values=COLOURS, not_applicable="none"),
        Variable(
            "number",
            "How many?",
            Kind.COUNT,
            condition="shared",
            weight=0.5,
            not_applicable="9",
            line=7,
        ),
        Variable("words", "What else?", Kind.TEXT, group="rest"),
    ),
    metrics=(Metric("R1", "Shared", "shared", scheme="toys", line=9),),
    outcome="shared",
    features=("colour", "R1"),
    applies="shared",
    notes=("a note",),
    groups={"rest": "The rest"},
)
PAPERS = tuple(Paper(f"paper-{number}", f"Title {number}") for number in range(1, 5))


def answer(paper: int | str, variable: str, coder: str, value: str, **more: object) -> Answer:
    key = paper if isinstance(paper, str) else f"paper-{paper}"
    return Answer(key, "toys", variable, coder, value, **more)  # type: ignore[arg-type]


def new_study(address: str) -> Study:
    study = create(address, [INSTRUMENT])
    study.add_papers(PAPERS)
    return study
