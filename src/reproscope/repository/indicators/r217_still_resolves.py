"""The declared packages still resolve to a set that fits together.

## What it does
With `--resolve` writes the declared requirements anew into a file of its own and lets uv find
versions that fit together for the declared Python: as of today, and as of the day of the commit.
Nothing of the repository is run: only wheels are taken (`--only-binary :all:`), since building a
source distribution would run a stranger's code. `partial` is what fitted together on the day of the
commit and does not any more, or does so today only for the Python of that day.

## Why it matters
Ranges that were right when the code was written can exclude each other today, and pinned versions
can have no wheels for the Python that they are asked for.

## Known problems
- Packages without wheels would have to be built; whether they could be is `unknown`.
- Conda packages, paths and URLs are left out, and are named.
- The resolver answers for Linux on x86-64.
- As of the day of the commit can only be asked where the index tells when a file was uploaded.
- That versions fit together does not show that the code runs with them.

## How to mend
Read the conflict, and declare the versions that the results came from; best with a lock file.

## References
uv, `uv pip compile --exclude-newer`.
"""

from reproscope.core import Evidence, Level, Outcome
from reproscope.repository.collect.environment.records import Resolution
from reproscope.repository.facts import Facts
from reproscope.repository.judging.indicator import Indicator, Judgement, at

INDICATOR = Indicator.of(
    "R217",
    "still-resolves",
    "software",
    __doc__,
    severity=Level.ERROR,
    effort="a day",
    weight=2,
)
_REMEDY = "Declare the Python and the versions the results came from, best with a lock file."


def judge(facts: Facts) -> Judgement:
    """Say whether the requirements resolve today, and whether they did when they were written."""
    environment = facts.environment
    if not environment.resolutions:
        declared = any(one.language == "python" for one in environment.of("runtime"))
        if not declared and not environment.broken:
            return Judgement(Outcome.NOT_APPLICABLE, "No package is declared that could resolve.")
        return Judgement(Outcome.UNKNOWN, "The resolver was not asked; --resolve asks it.")
    today = [one for one in environment.resolutions if one.as_of is None]
    then = next((one for one in environment.resolutions if one.as_of is not None), None)
    outcome, words, share = _answer(today, then)
    measured = {"today": today[0].status, "then": then.status if then else None}
    evidence = tuple(_evidence(one) for one in environment.resolutions)
    return Judgement(outcome, words, evidence, _REMEDY, share, measured)


def _answer(today: list[Resolution], then: Resolution | None) -> tuple[Outcome, str, float | None]:
    """Return the outcome, its sentence and its share; the first answer is for today's Python."""
    first = today[0]
    fitting = next((one for one in today if one.status == "resolved"), None)
    if fitting is first:
        words = f"{first.asked} requirements resolve to {first.packages} packages"
        return Outcome.PRESENT, f"{words} for Python {first.python}.", None
    if fitting is not None:
        words = f"The requirements resolve for Python {fitting.python}, the usual one on the day of"
        return Outcome.PARTIAL, f"{words} the commit, and not for Python {first.python}.", 0.75
    undecided = next((one for one in today if not _is_conflict(one)), None)
    if undecided is not None:
        why = undecided.text.splitlines()[0] if undecided.text else "The resolver was not run."
        return Outcome.UNKNOWN, why, None
    if then is not None and then.status == "resolved":
        words = f"The requirements resolved on {then.as_of} for Python {then.python}, and do not"
        return Outcome.PARTIAL, f"{words} resolve today for Python {first.python}.", 0.5
    words = f"{first.asked} requirements do not resolve for Python {first.python}."
    return Outcome.ABSENT, words, None


def _is_conflict(one: Resolution) -> bool:
    """Whether the requirements exclude each other, whatever Python a reader would take."""
    return one.status == "conflict" and (one.python_stated or "Python" not in one.text)


def _evidence(one: Resolution) -> Evidence:
    day = f"as of {one.as_of}" if one.as_of else "today"
    words = f"uv, {day}, Python {one.python}: {one.status}. {one.text}".strip()
    if one.left_out:
        words += f" Left out: {', '.join(one.left_out[:10])}."
    return at(one.files[0] if one.files else ".", 1, words, kind="resolver")
