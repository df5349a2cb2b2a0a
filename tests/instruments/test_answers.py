"""Single answers: their one spelling, and what is refused."""

import pytest

from reproscope.core import ReproscopeError
from reproscope.instruments import AllowedValue, Kind, Variable
from tests.instruments.codebooks import SMALL

SHARE = Variable(
    "share", "?", Kind.DEGREE, values=tuple(AllowedValue(one) for one in ("0", "0.5", "1"))
)
SEEN = Variable(
    "seen", "?", Kind.BOOLEAN, values=(AllowedValue("0", "not seen"), AllowedValue("1", "seen"))
)


@pytest.mark.parametrize(
    ("variable", "written", "kept"),
    [
        (SHARE, "0.50", "0.5"),
        (SHARE, "1.0", "1"),
        (SHARE, "-0", "0"),
        (SEEN, "Yes", "1"),
        (SMALL.variable("type"), " e ", "E"),
        (SMALL.variable("pages"), "8.0", "8"),
        (SMALL.variable("problem"), "false", "0"),
    ],
)
def test_an_answer_has_one_spelling(variable: Variable, written: str, kept: str) -> None:
    assert variable.checked(written) == kept


@pytest.mark.parametrize(
    ("variable", "written", "message"),
    [
        (SHARE, "0.25", "unknown value of share '0.25'"),
        (SHARE, "1.17", "share is a degree from 0 to 1, not '1.17'"),
        (SHARE, "half", "share is answered by a number, not by 'half'"),
        (SEEN, "2", "seen is answered by 1 or 0"),
        (SMALL.variable("reading"), "Fair", "unknown value of reading 'Fair'"),
        (SMALL.variable("pages"), "-1", "pages is a count"),
        (SMALL.variable("pages"), "nan", "pages is answered by a number"),
    ],
)
def test_an_answer_that_is_not_allowed_is_refused(
    variable: Variable, written: str, message: str
) -> None:
    with pytest.raises(ReproscopeError, match=message):
        variable.checked(written)
