"""Git addresses against a real server on loopback: what is fetched, and where it may send us on."""

from __future__ import annotations

import io
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError, UnknownName
from reproscope.repository.checking import named
from reproscope.repository.sources import Limits, Network, open_target
from reproscope.repository.sources.network import public_addresses
from tests.repository.gitserver import (
    NAMES,
    Handler,
    Server,
    by_git,
    certificate_in,
    fetched,
    lookup,
    needs_backend,
    needs_openssl,
    serving,
    to,
)
from tests.repository.making import MOMENT, committed, git

pytestmark = [needs_backend]
HERE, THERE = NAMES


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A folder with a bare repository of three commits, a tag and a branch with a slash."""
    folder = tmp_path_factory.mktemp("served")
    work = folder / "work"
    commits = {"first": committed(work, {"old.py": "1"})}
    git(work, "tag", "-a", "v1", "-m", "x")
    git(work, "checkout", "-q", "-b", "feature/x")
    commits["second"] = committed(work, {"feature.py": "2"})
    git(work, "checkout", "-q", "main")
    commits["third"] = committed(work, {"new.py": "3"})
    for name in ("new.git", "many.git"):
        git(folder, "clone", "-q", "--bare", "work", f"repositories/{name}")
    many = folder / "repositories/many.git"
    lines = [f"{commits['first']} refs/tags/w{number:06}\n" for number in range(150_000)]
    packed = (many / "packed-refs").read_text()
    (many / "packed-refs").write_text(packed + "".join(lines))
    return folder / "repositories", commits


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate_in(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def server(bare: tuple[Path, dict[str, str]]) -> Iterator[Server]:
    with serving(bare[0]) as found:
        yield found


@pytest.fixture
def encrypted(
    bare: tuple[Path, dict[str, str]], certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """The same with https, whose certificate git is told to trust."""
    monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate))
    with serving(bare[0], certificate) as found:
        yield found


@pytest.mark.parametrize("scheme", ["server", pytest.param("encrypted", marks=needs_openssl)])
@pytest.mark.parametrize(
    ("ref", "commit", "branch"),
    [
        (None, "third", "main"),
        ("main", "third", "main"),
        ("v1", "first", None),
        ("feature/x", "second", "feature/x"),
        ("first", "first", None),
        ("second", "second", None),
    ],
)
def test_any_branch_tag_or_commit_is_fetched_from_a_server(
    request: pytest.FixtureRequest,
    bare: tuple[Path, dict[str, str]],
    scheme: str,
    ref: str | None,
    commit: str,
    branch: str | None,
) -> None:
    server: Server = request.getfixturevalue(scheme)
    commits = bare[1]
    found = fetched(server.url("new.git"), commits.get(ref or "", ref))
    origin = found.origin
    assert (origin.commit, origin.committed) == (commits[commit], MOMENT)
    assert (origin.branch, origin.moved) == (branch, None)
    assert "old.py" in found.tree.by_path
    # No name service knows this name: git went to the address that was looked up.
    assert server.hosts == {HERE}


@needs_openssl
def test_a_certificate_that_nobody_vouches_for_is_refused(
    bare: tuple[Path, dict[str, str]], certificate: Path
) -> None:
    with (
        serving(bare[0], certificate) as server,
        pytest.raises(ReproscopeError, match="its certificate is not one that this machine trusts"),
    ):
        fetched(server.url("new.git"))
    assert server.asked == []


@needs_openssl
@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize("host", [None, THERE])
@pytest.mark.parametrize("ref", [None, "first"])
def test_a_repository_that_has_moved_is_fetched_there_and_the_report_says_so(
    encrypted: Server,
    bare: tuple[Path, dict[str, str]],
    status: int,
    host: str | None,
    ref: str | None,
) -> None:
    goal = "/new.git" if host is None else encrypted.url("new.git", host)
    encrypted.answers["old.git"] = to(goal, status)
    commit = bare[1].get(ref or "")
    origin = fetched(encrypted.url("old.git"), commit).origin
    asked = f"{encrypted.url('old.git')}@{commit}" if commit else encrypted.url("old.git")
    moved = encrypted.url("new.git", host or HERE)
    assert origin.commit == bare[1]["first" if ref else "third"]
    assert (origin.target, origin.moved, origin.remote) == (
        asked,
        moved,
        moved,
    )
    assert f"{asked} (moved to {moved}, commit {origin.commit}" in named(origin)


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("http://127.0.0.1:{port}/new.git", "leads to 127.0.0.1, which is not a public address"),
        ("http://localhost:{port}/new.git", "the host 'localhost' leads to"),
        ("http://169.254.169.254/latest", "leads to 169.254.169.254, which is not"),
        ("http://[::1]:{port}/new.git", "leads to ::1, which is not a public address"),
        ("http://2130706433:{port}/new.git", "leads to 127.0.0.1, which is not"),
        ("//10.1.2.3/new.git", "leads to 10.1.2.3, which is not a public address"),
        ("http://127%2e0%2e0%2e1:{port}/new.git", "can be read in more than one way"),
        ("http://127.0.0.1\\.example.org/new.git", "more than one way"),
        ("ssh://git.example.org/new.git", "may not be fetched by ssh"),
        ("file:///etc", "may not be fetched by file"),
        ("ext::sh -c touch% x", "redirects to 'ext::sh|may not be fetched by ext"),
    ],
)
def test_a_redirect_into_the_auditors_network_is_refused_and_not_followed(
    server: Server, goal: str, message: str
) -> None:
    server.answers["old.git"] = to(goal.format(port=server.port))
    with pytest.raises(ReproscopeError, match=message) as caught:
        fetched(server.url("old.git"))
    assert caught.value.message.startswith(f"cannot fetch '{server.url('old.git')}': ")
    assert [path for _, path, _ in server.asked] == ["/old.git/info/refs"]


def test_who_trusts_a_private_host_does_not_trust_what_it_sends_on_to(server: Server) -> None:
    server.answers["old.git"] = to(server.url("new.git", "localhost"))
    with pytest.raises(ReproscopeError, match="the host 'localhost' leads to"):
        fetched(server.url("old.git", "127.0.0.1"), private=True)
    assert [path for _, path, _ in server.asked] == ["/old.git/info/refs"]
    server.answers["old.git"] = to("/new.git")
    assert fetched(server.url("old.git", "127.0.0.1"), private=True).origin.branch == "main"


def test_a_private_server_is_asked_only_if_the_user_says_so(server: Server) -> None:
    url = server.url("new.git", "127.0.0.1")
    with pytest.raises(ReproscopeError, match=r"leads to 127\.0\.0\.1, which is not a public"):
        fetched(url)
    assert server.asked == []
    assert fetched(url, private=True).origin.branch == "main"


@needs_openssl
def test_a_redirect_that_gives_encryption_up_is_refused(encrypted: Server) -> None:
    encrypted.answers["old.git"] = to(f"http://{THERE}/new.git")
    with pytest.raises(ReproscopeError, match=r"redirects to 'http://.*', which is not encrypted"):
        fetched(encrypted.url("old.git"))


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("/round.git", "it redirects to itself"),
        ("/ping.git", "it redirects more than 5 times, last to"),
    ],
)
def test_a_redirect_in_a_circle_ends(server: Server, goal: str, message: str) -> None:
    server.answers |= {"round.git": to(goal), "ping.git": to("/pong.git"), "pong.git": to(goal)}
    with pytest.raises(ReproscopeError, match=message):
        fetched(server.url("round.git"))
    assert len(server.asked) <= 6


def test_a_redirect_to_a_page_is_no_repository(server: Server) -> None:
    server.answers["old.git"] = lambda handler: handler.plain(302, Location="/login?next=x")
    with pytest.raises(ReproscopeError, match=r"/login\?next=x', which is no git repository"):
        fetched(server.url("old.git"))
    server.answers["old.git"] = lambda handler: handler.plain(302)
    with pytest.raises(ReproscopeError, match=r"redirects \(status 302\) and does not say where"):
        fetched(server.url("old.git"))


def private_repository(handler: Handler) -> None:
    if handler.headers.get("Authorization"):
        to("/new.git")(handler)
    else:
        handler.plain(401, WWW_Authenticate='Basic realm="x"')


def test_a_password_goes_to_the_server_it_was_given_for_and_to_no_other(server: Server) -> None:
    server.answers["private.git"] = private_repository
    server.answers["here.git"] = to("/private.git")
    server.answers["there.git"] = to(server.url("private.git", THERE))
    origin = fetched(server.url("here.git", user="me:secret@")).origin
    assert (origin.branch, origin.moved) == ("main", server.url("new.git"))
    assert "secret" not in f"{origin}"
    assert {host for host, _ in server.shown_passwords} == {HERE}
    server.asked.clear()
    with pytest.raises(ReproscopeError, match="it asks for a login: it is private") as caught:
        fetched(server.url("there.git", user="me:secret@"))
    assert "secret" not in caught.value.message
    assert (THERE, "/private.git/info/refs", "") in server.asked
    assert server.shown_passwords == set()


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (401, "it asks for a login: it is private, or there is no such repository"),
        (403, "The requested URL returned error: 403"),
        (404, "there is no repository at this address"),
        (500, "The requested URL returned error: 500"),
        (200, "what answers there is no git repository"),
    ],
)
def test_what_a_server_refuses_is_one_clear_line(server: Server, status: int, message: str) -> None:
    body = b"<html>\nnot git\n</html>\n"
    server.answers["odd.git"] = lambda handler: handler.plain(
        status, body, WWW_Authenticate='Basic realm="x"'
    )
    url = server.url("odd.git")
    with pytest.raises(ReproscopeError) as caught:
        fetched(url)
    assert caught.value.message.startswith(f"cannot fetch '{url}': ")
    assert message in caught.value.message


def dripping() -> Iterator[bytes]:
    while True:
        time.sleep(0.05)
        yield b"0"


def references_without_end() -> Iterator[bytes]:
    yield b"001e# service=git-upload-pack\n0000"
    line = b"%s refs/tags/%s\n" % (b"a" * 40, b"t" * 60)
    while True:
        yield (b"%04x" % (len(line) + 4) + line) * 500


def test_a_server_of_plain_files_is_said_to_be_one_and_names_no_further_place(
    server: Server,
) -> None:
    git(server.root / "new.git", "update-server-info")
    place = server.root / "new.git/objects/info/http-alternates"
    place.write_text(f"http://127.0.0.1:{server.port}/secret.git/objects\n")

    def answer(handler: Handler) -> None:
        path = server.root / "new.git" / handler.path.partition("?")[0].split("/", 2)[2]
        handler.plain(200, path.read_bytes()) if path.is_file() else handler.plain(404)

    server.answers["plain.git"] = answer
    with pytest.raises(ReproscopeError, match="its server hands out plain files only: clone it"):
        fetched(server.url("plain.git"))
    place.unlink()
    assert not [path for _, path, _ in server.asked if "secret" in path]


ADVERTISED = "application/x-git-upload-pack-advertisement"


@pytest.mark.parametrize("chunks", [dripping, references_without_end])
def test_an_answer_that_never_ends_is_given_up(server: Server, chunks: object) -> None:
    server.answers["slow.git"] = lambda handler: handler.endless(
        ADVERTISED,
        chunks(),  # type: ignore[operator]
    )
    begun = time.monotonic()
    with pytest.raises(ReproscopeError, match="git took longer than 1 second"):
        fetched(server.url("slow.git"), limits=Limits(seconds=1.0))
    assert time.monotonic() - begun < 8


def headers_without_end(handler: Handler) -> None:
    handler.close_connection = True
    handler.wfile.write(b"HTTP/1.1 301 Moved\r\n")
    while True:
        handler.wfile.write(b"X-More: %s\r\n" % (b"x" * 8000) * 100)


def test_headers_that_never_end_fill_no_disk(server: Server) -> None:
    server.answers["slow.git"] = headers_without_end
    with pytest.raises(ReproscopeError, match="cannot fetch"):
        fetched(server.url("slow.git"), limits=Limits(seconds=5.0))


def pack_without_end(count: int) -> Iterator[bytes]:
    """Yield the answer to a fetch: a pack that claims *count* files, and sends them."""
    yield b"000dpackfile\n"
    content = bytes(range(256)) * 128
    size, head = len(content), bytearray()
    first = 3 << 4 | size & 15
    size >>= 4
    while size:
        head.append(first | 128)
        first, size = size & 127, size >> 7
    head.append(first)
    blob = bytes(head) + zlib.compress(content, 0)
    yield packet(b"PACK\0\0\0\2" + count.to_bytes(4, "big"))
    while True:
        yield packet(blob)


def packet(data: bytes) -> bytes:
    return b"%04x\1" % (len(data) + 5) + data


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (1_000_000, "it is larger than 3,000,000 bytes: clone it and give the directory"),
        (200_000_000, "it needs more memory than it may have"),
    ],
)
def test_a_pack_that_never_ends_or_claims_too_much_is_given_up(
    server: Server, count: int, message: str
) -> None:
    def answer(handler: Handler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        if b"command=fetch" in body:
            handler.endless("application/x-git-upload-pack-result", pack_without_end(count))
            return
        handler.path = handler.path.replace("endless.git", "new.git")
        handler.rfile = io.BytesIO(body)  # type: ignore[assignment]
        by_git(handler)

    server.answers["endless.git"] = answer
    begun = time.monotonic()
    with pytest.raises(ReproscopeError, match=message):
        fetched(server.url("endless.git"), limits=Limits(fetched=3_000_000, seconds=60))
    assert time.monotonic() - begun < 30


@pytest.mark.slow
def test_a_branch_is_found_among_a_hundred_thousand_tags(
    server: Server, bare: tuple[Path, dict[str, str]]
) -> None:
    for ref, commit in (("v1", "first"), ("feature/x", "second"), ("w149999", "first")):
        assert fetched(server.url("many.git"), ref).origin.commit == bare[1][commit]
    with pytest.raises(UnknownName, match="unknown branch, tag or commit 'nothing-like-it'"):
        fetched(server.url("many.git"), "nothing-like-it")


def test_the_standard_rule_is_the_public_network_by_https_and_ssh() -> None:
    assert Network() == Network(("https", "ssh"), False, 5, public_addresses)
    assert lookup(HERE, 443) == ("127.0.0.1",)
    with (
        pytest.raises(ReproscopeError, match="may not be fetched by http: give one of https://"),
        open_target("http://git.example.org/a.git", online=True),
    ):
        pass
