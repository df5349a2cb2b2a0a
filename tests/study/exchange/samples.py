"""A small instrument, files of answers to it, and the study that they are brought into."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from reproscope.instruments import AllowedValue, Instrument, Kind, Variable
from reproscope.study.exchange import DoesNotFit, import_into
from reproscope.study.store import Study, create

TOYS = Instrument(
    name="toys",
    title="Toys",
    source="made up for these tests, 2026",
    variables=(
        Variable("shared", "Are the toys shared?"),
        Variable(
            "colour",
            "Which colour?",
            Kind.NOMINAL,
            values=(AllowedValue("red", "r"), AllowedValue("blue", "b")),
        ),
        Variable("number", "How many?", Kind.COUNT),
        Variable("share", "Which share?", Kind.DEGREE),
        Variable("words", "What else?", Kind.TEXT),
    ),
)


@contextmanager
def study_in(folder: Path, name: str = "study.db") -> Iterator[Study]:
    with create(folder / name, [TOYS]) as study:
        yield study


def written(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def complaints(study: Study, path: Path, mapping: str, **more: str) -> list[str]:
    """What is complained of, without the folder; nothing may have been imported."""
    with pytest.raises(DoesNotFit) as caught:
        import_into(study, path, mapping, **more)
    assert study.papers() == ()
    assert not list(study.answers("toys"))
    assert study.attempts() == ()
    assert study.instruments() == (TOYS,)
    return [str(problem).replace(f"{path.parent}/", "") for problem in caught.value.problems]
