"""Several people write to one study at once, and nothing of any of them is lost."""

import threading
from itertools import product

import pytest

from reproscope.core import ReproscopeError
from reproscope.study.store import open_study
from reproscope.study.store.address import read_address
from reproscope.study.store.connecting import connect
from tests.study.store.processes import finished, started
from tests.study.store.samples import INSTRUMENT, answer, new_study

TIMES = 25
CODER = f"""
[coder, device] = arguments
with open_study(address) as study:
    print("ready", flush=True)
    for number in range({TIMES}):
        study.record([answer(paper, variable, coder, f"{{device}} {{number}}", evidence=device)
                      for paper in (1, 2) for variable in ("shared", "words")])
"""
SPENDER = """
with open_study(address) as study:
    print("ready", flush=True)
    for number in range(20):
        try:
            study.spend(0.1, 1.0, what="a mean", delta=0.0)
        except ReproscopeError as error:
            assert "the budget of privacy does not allow it" in error.message
"""
ADDER = """
with open_study(address) as study:
    print("ready", flush=True)
    for number in range(10):
        study.add_papers(Paper(f"new-{number}-{n}", "", {f"a{number}": "x"}) for n in (1, 2))
        study.add_attempts([Attempt("paper-1", by=arguments[0], note=str(number))])
        study.assign([Assignment("paper-1", "toys", f"{arguments[0]}-{number}")])
"""


def test_two_coders_who_write_at_once_lose_nothing(address: str) -> None:
    new_study(address).close()
    coders = [started(CODER, address, name, "desk") for name in ("ada", "bob", "eve")]
    for process in coders:
        finished(process)
    with open_study(address) as study:
        found = list(study.answers("toys", history=True))
    assert len(found) == 3 * TIMES * 4
    for coder, paper, variable in product(
        ("ada", "bob", "eve"), ("paper-1", "paper-2"), ("shared", "words")
    ):
        said = [a for a in found if (a.coder, a.paper, a.variable) == (coder, paper, variable)]
        assert [(a.revision, a.value) for a in said] == [
            (number + 1, f"desk {number}") for number in range(TIMES)
        ]


def test_one_coder_who_writes_on_two_devices_loses_nothing(address: str) -> None:
    new_study(address).close()
    devices = [started(CODER, address, "ada", device) for device in ("desk", "phone")]
    for process in devices:
        finished(process)
    with open_study(address) as study:
        for paper, variable in product(("paper-1", "paper-2"), ("shared", "words")):
            history = study.history(paper, "toys", variable)
            assert [a.revision for a in history] == list(range(1, 2 * TIMES + 1))
            for device in ("desk", "phone"):
                said = [a.value for a in history if a.value.startswith(device)]
                assert said == [f"{device} {number}" for number in range(TIMES)]
            assert all(a.value.startswith(a.evidence) for a in history)


def test_two_who_spend_at_once_stay_within_the_budget(address: str) -> None:
    new_study(address).close()
    for process in [started(SPENDER, address) for _ in range(3)]:
        finished(process)
    with open_study(address) as study:
        assert [release.epsilon for release in study.releases()] == [0.1] * 10


def test_two_who_add_the_same_at_once_add_it_once(address: str) -> None:
    new_study(address).close()
    for process in [started(ADDER, address, name) for name in ("ada", "bob")]:
        finished(process)
    with open_study(address) as study:
        assert len(study.papers()) == 4 + 20
        assert len(study.assignments()) == 20
        revisions = [attempt.revision for attempt in study.attempts(history=True)]
        assert revisions == list(range(1, 21))


def test_threads_may_share_a_study(address: str) -> None:
    with new_study(address) as study:

        def code(coder: str) -> None:
            for number in range(10):
                study.record([answer(1, "shared", coder, str(number))])

        threads = [threading.Thread(target=code, args=(name,)) for name in ("ada", "bob", "eve")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(study.history("paper-1", "toys", "shared")) == 30


def test_two_who_open_an_earlier_version_at_once_upgrade_it_once(address: str) -> None:
    from tests.study.store.versions import study_of

    study_of(address, "0001")
    code = "open_study(address).add_attempts([Attempt('paper-1', key=arguments[0])])"
    for process in [started(code, address, key) for key in "abc"]:
        finished(process)
    with open_study(address) as study:
        assert [attempt.key for attempt in study.attempts()] == ["a", "b", "c"]


def test_who_waits_too_long_is_told_so(address: str) -> None:
    new_study(address).close()
    other = connect(read_address(address), 10)
    with open_study(address, wait=0.2) as study:
        with (
            other.writing(),
            pytest.raises(ReproscopeError, match=r"someone else has been writing for 0\.2 s"),
        ):
            study.record([answer(1, "shared", "ada", "1")])
        assert study.record([answer(1, "shared", "ada", "1")]) == 1
    other.close()


def test_a_study_can_be_read_while_someone_writes(address: str) -> None:
    with new_study(address) as study:
        study.record([answer(1, "shared", "ada", "1")])
        writer = connect(read_address(address), 10)
        with writer.writing():
            assert [a.value for a in study.answers("toys")] == ["1"]
            assert study.instrument("toys") == INSTRUMENT
        writer.close()
