"""An attempt is read from TOML as the docs tell it, and every mistake names file and line."""

import re
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.study.attempts.judging import class_of, comparison_of, outcome_of, tally_of
from reproscope.study.attempts.level import Level
from reproscope.study.attempts.outcome import AttemptOutcome, Tally
from reproscope.study.attempts.reading import read_attempt
from reproscope.study.attempts.result import Repeated, ResultClass, Spread
from reproscope.study.records import Attempt, TimeKind, TimeTaken

DOCS = Path(__file__).parents[3] / "docs" / "study" / "attempts.md"


def documented() -> list[str]:
    return re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


def read(tmp_path: Path, text: str) -> Attempt:
    path = tmp_path / "attempt.toml"
    path.write_text(text, encoding="utf-8")
    return read_attempt(path)


def test_the_documented_file_is_read_and_judged(tmp_path: Path) -> None:
    attempt = read(tmp_path, documented()[0])
    assert (attempt.paper, attempt.level, attempt.hours) == ("Deep Nets", Level.R1, 31.5)
    assert [class_of(one) for one in attempt.experiments] == [
        ResultClass.CONSISTENT,
        ResultClass.NOT_CONDUCTED,
    ]
    assert outcome_of(attempt) is AttemptOutcome.PARTIAL_SUCCESS
    assert attempt.time == TimeTaken(TimeKind.KNOWN, 12)
    assert (attempt.contacted, attempt.replied) == (True, False)
    assert attempt.discrepancies[0].count == 2
    (result,) = attempt.experiments[0].results
    assert result.repeated == Repeated(Spread(0.004, 5), Spread(0.005, 10), 0.01)
    found = comparison_of(result)
    assert found is not None
    assert found.difference == pytest.approx(-0.0029)
    assert found.conclusion == "equivalent"


def test_the_documented_counts_are_read(tmp_path: Path) -> None:
    attempt = read(tmp_path, documented()[1])
    assert tally_of(attempt) == Tally(6, identical=3, different=1, not_conducted=2)
    assert outcome_of(attempt) is AttemptOutcome.PARTIAL_SUCCESS


def test_an_attempt_of_which_nothing_was_recorded_has_no_outcome() -> None:
    assert outcome_of(Attempt("p")) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "attempt.toml:1: paper is missing"),
        ('paper = "x"\nhuors = 1', "attempt.toml:2: unknown key 'huors': did you mean 'hours'"),
        ('paper = "x"\nhours = -1', "hours of an attempt is a number from 0 up, not -1"),
        ('paper = "x"\nlevel = "R4"', "attempt.toml:2: unknown level 'R4'"),
        ('paper = "x"\nreplied = "no"', "attempt.toml:2: replied must be true or false"),
        (
            'paper = "x"\n[tally]\nexperiments = 2\nidentical = 3',
            "attempt.toml:2: 3 identical of 2 experiments is impossible",
        ),
        ('paper = "x"\n[tally]\nidentical = 1.5', "attempt.toml:3: identical is a count, not 1.5"),
        ('paper = "x"\n[[discrepancy]]\ncategory = "P21"', "attempt.toml:3: unknown category"),
        ('paper = "x"\n[[experiment]]\nmethod = "m"', "attempt.toml:2: data is missing"),
        (
            'paper = "x"\n[[experiment]]\nmethod = "m"\ndata = "d"\n[[experiment.result]]\n'
            'measure = "acc"\noriginal = 0.940',
            'attempt.toml:7: original must stand in quotes, as "0.940": its digits count',
        ),
        (
            'paper = "x"\n[[experiment]]\nmethod = "m"\ndata = "d"\n[[experiment.result]]\n'
            'measure = "acc"\noriginal = "high"',
            "attempt.toml:7: not a number: 'high'",
        ),
        (
            'paper = "x"\n[[experiment]]\nmethod = "m"\ndata = "d"\n[[experiment.result]]\n'
            'measure = "acc"\noriginal = "0.9"\nreproduced = "0.8"\n'
            "[experiment.result.repeated]\noriginal = { deviation = 0.1, runs = 1 }\n"
            "reproduced = { deviation = 0.1, runs = 5 }\nmargin = 0.1",
            "attempt.toml:10: 1 runs have no deviation: at least two are needed",
        ),
        (
            'paper = "x"\n[[experiment]]\nmethod = "m"\ndata = "d"\n[[experiment.result]]\n'
            'measure = "acc"\noriginal = "0.9"\n'
            "[experiment.result.repeated]\noriginal = { deviation = 0.1, runs = 5 }\n"
            "reproduced = { deviation = 0.1, runs = 5 }\nmargin = 0.1",
            "acc: runs of what was not reproduced are impossible",
        ),
        ('paper = "x"\n[time]\nkind = "known"', "a known time to reproduction needs its days"),
        ('paper = "x"\ncontacted = false\nreplied = true', "cannot have replied"),
        (
            'paper = "x"\n[[discrepancy]]\ncategory = "P1"\n[[discrepancy]]\ncategory = "p1"',
            "discrepancy P1 is counted twice",
        ),
    ],
)
def test_a_mistake_names_its_line_and_what_is_wrong(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(ReproscopeError, match=re.escape(message)):
        read(tmp_path, text)


def test_a_file_that_is_no_text_or_not_there_is_said(tmp_path: Path) -> None:
    path = tmp_path / "attempt.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ReproscopeError, match="not UTF-8 text"):
        read_attempt(path)
    with pytest.raises(ReproscopeError, match="cannot be read"):
        read_attempt(tmp_path / "none.toml")
