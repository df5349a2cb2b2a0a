"""A build by a BinderHub, heard from a server of the tests' own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.repository.collect.binderhub import MOST_LOG, Build, Event, Hub, build_on, spec_of
from reproscope.repository.facts import Facts
from reproscope.repository.indicators.r303_binderhub_build import judge
from reproscope.repository.sources.origin import Origin
from reproscope.repository.tree import Tree
from tests.conftest import Run
from tests.repository import hubs
from tests.repository.making import committed, git, needs_git

COMMIT = "0123456789" * 4
WORK = Origin("work", commit=COMMIT, remote="https://github.com/owner/name.git")


def built(play: hubs.Play, seconds: float = 10.0, origin: Origin = WORK) -> Build:
    with hubs.playing(play) as (url, _):
        return build_on(Hub(url, seconds, private=True), origin)


def test_a_build_that_succeeds_is_left_before_a_server_is_launched() -> None:
    told: list[Event] = []
    with hubs.playing(hubs.success) as (url, asked):
        found = build_on(Hub(f"{url}/", 10, private=True, tell=told.append), WORK)
    assert (found.status, found.phase, found.why) == ("built", "built", "")
    assert (found.hub, found.ref) == (url, COMMIT)
    assert asked == [(f"/build/gh/owner/name/{COMMIT}", "text/event-stream")]
    assert [event.phase for event in told] == [
        *("waiting", "fetching", "building", "pushing", "built")
    ]


def test_a_build_that_fails_shows_the_end_of_its_log_without_colours() -> None:
    found = built(hubs.failure)
    assert (found.status, found.phase) == ("failed", "failed")
    assert len(found.log) == MOST_LOG
    assert found.log[-2:] == ("line 99", "ERROR: No matching distribution found for torch==0.3")


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([("failed", {"message": "Could not resolve ref"})], "did not build it: Could not resolve"),
        ([("failed", {"message": "x", "status_code": 500})], "did not build it: x"),
        ([("fetching", {}), ("failed", {"message": "clone"})], "did not build it: clone"),
        ([("failed", {})], "did not build it: no reason was given"),
        (
            [("building", {}), ("failed", {"message": "Unhandled error watching. Try again."})],
            "did not build it: Unhandled error",
        ),
    ],
)
def test_what_a_hub_refuses_is_no_failure_of_the_repository(
    events: list[tuple[str, dict[str, object]]], why: str
) -> None:
    def play(stage: hubs.Stage) -> None:
        stage.stream()
        for phase, more in events:
            stage.raw(f"data: {json.dumps({'phase': phase, **more})}\n\n")

    found = built(play)
    assert found.status == "unknown"
    assert why in found.why


def test_a_launch_that_fails_after_the_build_is_still_a_build() -> None:
    def play(stage: hubs.Stage) -> None:
        stage.stream()
        stage.say("built", "Found built image, launching...\n")
        stage.say("failed", "Failed to launch\n")

    assert built(play).status == "built"


def test_a_stream_that_is_cut_off_has_no_result() -> None:
    def play(stage: hubs.Stage) -> None:
        stage.stream()
        stage.say("building", "Step 1\n")
        stage.raw('data: {"phase": "fai')

    found = built(play)
    assert (found.status, found.phase, found.log) == ("unknown", "building", ("Step 1",))
    assert found.why == "the stream ended without a result"


def test_a_stream_in_chunks_that_is_cut_off_keeps_what_was_heard() -> None:
    event = b'data: {"phase": "building", "message": "Step 1"}\n\n'

    def play(stage: hubs.Stage) -> None:
        stage.stream(chunked=True)
        stage.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
        stage.wfile.write(b"ff\r\ndata: {")

    found = built(play)
    assert (found.status, found.phase, found.log) == ("unknown", "building", ("Step 1",))
    assert found.why == "the stream ended without a result"


def test_keep_alives_in_chunks_end_at_the_time_limit() -> None:
    def play(stage: hubs.Stage) -> None:
        stage.stream(chunked=True)
        while not stage.stopped.wait(0.02):
            stage.wfile.write(b"d\r\n:keepalive  \n\r\n")

    assert built(play, 0.3).why == "it took longer than the time limit"


@pytest.mark.parametrize(
    ("play", "seconds", "status", "why"),
    [
        (hubs.garbage, 10, "unknown", "without a result"),
        (hubs.endless, 0.3, "unknown", "longer than the time limit"),
        (hubs.huge, 10, "built", ""),
        (lambda stage: stage.refuse(404), 10, "unknown", "no BinderHub at this address"),
        (lambda stage: stage.refuse(429), 10, "unknown", "asked too often"),
        (lambda stage: stage.refuse(503), 10, "unknown", "status 503"),
        (lambda stage: stage.refuse(302, "/again"), 10, "unknown", "redirects too often"),
        (lambda stage: stage.refuse(302, "file:///etc/passwd"), 10, "unknown", "no web address"),
        (lambda stage: stage.stream("text/html"), 10, "unknown", "no event stream"),
        (lambda stage: stage.stopped.wait(3), 0.3, "unknown", "longer than the time limit"),
    ],
    ids=["garbage", "endless", "huge", "404", "429", "503", "circle", "file", "html", "silent"],
)
def test_a_hub_that_behaves_badly_is_never_a_failed_build(
    play: hubs.Play, seconds: float, status: str, why: str
) -> None:
    found = built(play, seconds)
    assert found.status == status
    assert why in found.why


def test_a_redirect_is_followed_and_one_to_a_private_address_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with hubs.playing(hubs.success) as (goal, inner):
        with hubs.playing(lambda stage: stage.refuse(307, goal + stage.path)) as (url, _):
            assert build_on(Hub(url, 10, private=True), WORK).status == "built"
        inner.clear()
        monkeypatch.setattr(
            "reproscope.repository.collect.documents.online.is_public",
            lambda address: address == "127.0.0.1",
        )
        away = goal.replace("127.0.0.1", "127.0.0.2")
        with hubs.playing(lambda stage: stage.refuse(307, away)) as (url, asked):
            found = build_on(Hub(url, 10), WORK)
    assert (found.status, len(asked), inner) == ("unknown", 1, [])
    assert found.why == "'127.0.0.2' is not on the public network: --allow-private allows it"


def test_a_hub_on_a_private_network_is_not_asked_unless_allowed() -> None:
    with hubs.playing(hubs.success) as (url, asked):
        found = build_on(Hub(url, 10), WORK)
    assert (found.status, asked) == ("unknown", [])
    assert "--allow-private" in found.why


def test_a_hub_that_is_not_there_is_unknown() -> None:
    with hubs.playing(hubs.success) as (url, _):
        pass
    assert built(hubs.success, origin=Origin("/tmp/work")).why.startswith("the target has no")
    assert build_on(Hub(url, 5, private=True), WORK).why.startswith("it cannot be reached")


@pytest.mark.parametrize(
    "url", ["mybinder.org", "ftp://x", "http://", "http://[", "http://x:99999"]
)
def test_what_is_no_hubs_address_is_told_at_once(url: str) -> None:
    with pytest.raises(ReproscopeError, match="not the address of a BinderHub"):
        Hub(url)


@pytest.mark.parametrize(
    ("remote", "spec"),
    [
        ("https://github.com/a/b", "gh/a/b/v1"),
        ("ssh://git@github.com/a/b.git/", "gh/a/b/v1"),
        ("https://github.com/a/b/tree/main", None),
        ("git@gitlab.com:g/s/n.git", "gl/g%2Fs%2Fn/v1"),
        ("https://codeberg.org/a/b.git?token=x", "git/https%3A%2F%2Fcodeberg.org%2Fa%2Fb.git/v1"),
        ("git@git.example.org:a/b.git", None),
        ("file:///home/me/work", None),
        ("../other", None),
        ("https://[broken/a", None),
    ],
)
def test_only_a_public_address_can_be_built_from(remote: str, spec: str | None) -> None:
    assert spec_of(remote, "v1") == spec


@pytest.mark.parametrize(
    ("build", "outcome", "says"),
    [
        (None, "unknown", "No hub was asked"),
        (Build("https://h", "abc", "built", "built"), "present", "https://h built abc."),
        (Build("https://h", "abc", "failed", "failed", ("a", "b")), "absent", "could not build"),
        (Build("https://h", "abc", "unknown", why="asked too often."), "unknown", "too often."),
    ],
)
def test_the_answer_follows_what_the_hub_said(
    build: Build | None, outcome: str, says: str, tmp_path: Path
) -> None:
    found = judge(Facts(Origin("x"), Tree(tmp_path, ()), build=build))
    assert found.outcome == outcome
    assert says in found.message
    assert [item.text for item in found.evidence] == list(build.log if build else ())


@needs_git
def test_the_command_shows_phases_on_stderr_and_the_failure_in_the_report(
    reproscope: Callable[..., Run], tmp_path: Path
) -> None:
    work = tmp_path / "work"
    commit = committed(work, {"train.py": "x = 1\n"})
    git(work, "remote", "add", "origin", "git@github.com:owner/name.git")
    with hubs.playing(hubs.failure) as (url, asked):
        how = ("--binderhub", url, "--allow-private", "--only", "R303")
        done = reproscope("repository", "check", work, *how)
        private = reproscope("repository", "check", work, *how[:2], *how[3:])
    assert asked == [(f"/build/gh/owner/name/{commit}", "text/event-stream")]
    assert done.status == 1
    assert done.stderr.splitlines()[:2] == ["binderhub: building", "binderhub: failed"]
    assert f"could not build {commit}" in " ".join(done.stdout.split())
    assert "No matching distribution found for torch==0.3" in done.stdout
    assert private.status == 0
    wrong = reproscope("repository", "check", work, "--binderhub", "nonsense")
    assert (wrong.status, "is not the address of a BinderHub" in wrong.stderr) == (2, True)
