"""Git addresses: what may be fetched, how, and what is shown of it."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError, UnknownName
from reproscope.repository.sources import Limits, Network, Opened, open_target
from reproscope.repository.sources.git.addresses import parse_address
from reproscope.repository.sources.network import public_addresses
from reproscope.repository.target import REPOSITORY
from reproscope.repository.tree import Link, Submodule
from tests.repository.making import MOMENT, committed, git, needs_git, script


def opened(url: str, ref: str | None = None, limits: Limits | None = None) -> Opened:
    how = {"online": True, "network": Network(schemes=("file",))}
    with open_target(url, ref=ref, limits=limits or Limits(), **how) as found:  # type: ignore[arg-type]
        return found


@pytest.fixture
def served(tmp_path: Path) -> tuple[str, dict[str, str]]:
    """A repository behind file:// with two commits, a tag and a branch with a slash."""
    root = tmp_path / "served"
    first = committed(root, {"old.py": "1"})
    git(root, "tag", "-a", "v1", "-m", "x")
    git(root, "checkout", "-q", "-b", "feature/x")
    second = committed(root, {"feature.py": "2"})
    git(root, "checkout", "-q", "main")
    third = committed(root, {"new.py": "3"})
    return f"file://{root}", {"first": first, "second": second, "third": third}


@needs_git
@pytest.mark.parametrize(
    ("ref", "commit", "branch"),
    [
        (None, "third", "main"),
        ("main", "third", "main"),
        ("v1", "first", None),
        ("feature/x", "second", "feature/x"),
        ("first", "first", None),
    ],
)
@pytest.mark.parametrize("inside", [False, True])
def test_any_branch_tag_or_commit_is_fetched(
    served: tuple[str, dict[str, str]],
    ref: str | None,
    commit: str,
    branch: str | None,
    inside: bool,
) -> None:
    url, commits = served
    name = commits.get(ref or "", ref)
    found = opened(f"{url}@{name}") if inside and name else opened(url, name)
    origin = found.origin
    assert (origin.commit, origin.committed) == (commits[commit], MOMENT)
    assert (origin.branch, origin.target) == (branch, f"{url}@{name}" if name else url)
    assert "old.py" in found.tree.by_path


@needs_git
@pytest.mark.parametrize(
    ("ref", "error", "message"),
    [
        ("featur/x", UnknownName, "commit 'featur/x': did you mean 'feature/x'"),
        ("v2", UnknownName, "commit 'v2': known are HEAD, feature/x, main, v1"),
        ("0" * 40, ReproscopeError, "cannot fetch 'file://.*not our ref"),
        ("abcdef0", ReproscopeError, "give a commit by all of its digits"),
        ("-x", ReproscopeError, "'-x' cannot be a branch, a tag or a commit"),
        ("a..b", ReproscopeError, "cannot be a branch, a tag or a commit"),
        ("+refs/heads/*:refs/heads/*", ReproscopeError, "cannot be a branch, a tag or a commit"),
    ],
)
def test_a_reference_that_is_not_there_is_one_clear_line(
    served: tuple[str, dict[str, str]], ref: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        opened(served[0], ref)


@needs_git
@pytest.mark.parametrize("ref", [None, "v1", "hash"])
def test_a_repository_with_long_hashes_is_fetched_too(tmp_path: Path, ref: str | None) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256", "served")
    commit = committed(tmp_path / "served", {"a.py": ""})
    git(tmp_path / "served", "tag", "v1")
    found = opened(f"file://{tmp_path}/served", commit if ref == "hash" else ref)
    assert (len(commit), found.origin.commit) == (64, commit)
    assert "a.py" in found.tree.by_path


@needs_git
def test_links_and_submodules_of_a_commit_are_records(tmp_path: Path) -> None:
    committed(tmp_path / "lib", {"lib.py": ""})
    root = tmp_path / "served"
    committed(root, {"a.py": ""})
    (root / "link").symlink_to("/etc/passwd")
    git(root, "submodule", "--quiet", "add", f"file://{tmp_path}/lib", "lib")
    committed(root, {})
    tree = opened(f"file://{root}").tree
    assert tree.links == (Link("link", "/etc/passwd"),)
    assert tree.submodules == (Submodule("lib", f"file://{tmp_path}/lib", False),)


@needs_git
def test_attributes_and_filters_of_a_commit_change_nothing(tmp_path: Path) -> None:
    attributes = "*.py export-ignore\n*.txt export-subst ident filter=lfs eol=crlf\n"
    text = "$Id$ $Format:%H$\n"
    root = tmp_path / "served"
    committed(root, {".gitattributes": attributes, "a.py": "", "a.txt": text})
    with open_target(f"file://{root}", online=True, network=Network(schemes=("file",))) as found:
        tree = found.tree
        assert list(tree.by_path) == [".gitattributes", "a.py", "a.txt"]
        assert tree.read_bytes(tree.by_path["a.txt"], 100) == text.encode()


@needs_git
def test_a_repository_that_is_too_large_is_refused_and_so_is_an_empty_one(tmp_path: Path) -> None:
    committed(tmp_path / "large", {"noise.bin": os.urandom(3_000_000)})
    with pytest.raises(ReproscopeError, match="larger than 1,000 bytes: clone it"):
        opened(f"file://{tmp_path}/large", limits=Limits(fetched=1_000))
    (tmp_path / "empty").mkdir()
    git(tmp_path / "empty", "init", "-q")
    with pytest.raises(ReproscopeError, match="has no commit to look at"):
        opened(f"file://{tmp_path}/empty")


@needs_git
def test_hooks_and_the_auditors_own_configuration_stay_out_of_a_fetch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touched = tmp_path / "touched"
    home = tmp_path / "home"
    program = script(home / "evil", touched)
    (home / ".gitconfig").write_text(
        f"[core]\n\tfsmonitor = {program}\n\thooksPath = {home}\n"
        f'[url "ext::{program}"]\n\tinsteadOf = file://\n[protocol "ext"]\n\tallow = always\n'
    )
    script(home / "reference-transaction", touched)
    monkeypatch.setenv("HOME", str(home))
    committed(tmp_path / "served", {"a.py": ""})
    assert "a.py" in opened(f"file://{tmp_path}/served").tree.by_path
    assert not touched.exists()


@pytest.mark.parametrize(
    "target",
    [
        "ext::sh -c 'touch x'",
        "ext::sh",
        "fd::17",
        "file:///etc",
        "git://example.org/a",
        "http://example.org/a",
        "HTTP::https://example.org/a",
        "https://-oProxyCommand=x/a",
        "ssh://-oProxyCommand=x/a",
        "https://example.org/a\nb",
        "https://exa mple.org/a",
        "https:///a",
        "https://[::1/a",
        "https://example.org:port/a",
        "https://127%2e0%2e0%2e1/a",
        "https://127.0.0.1\\@example.org/a",
        "https://127.0.0.1\\.example.org/a",
        "https://a@127.0.0.1@example.org/a",
        "https://example.org./a",
        "https://exämple.org/a",
        "https://[example.org]/a",
        "https://example.org/a?x=1",
        "https://example.org/a#part",
        "ssh://-oProxyCommand=x@example.org/a",
    ],
)
def test_an_address_that_could_run_or_read_something_is_refused(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ReproscopeError), open_target(target, online=True):
        pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("localhost", "127.0.0.1"),
        ("inside.example.org", "10.1.2.3"),
        ("metadata.example.org", "169.254.169.254"),
        ("six.example.org", "::1"),
        ("mapped.example.org", "::ffff:192.168.0.1"),
        ("zero.example.org", "0.0.0.0"),
        ("scoped.example.org", "fe80::1%eth0"),
    ],
)
def test_a_host_that_leads_into_the_auditors_network_is_refused(
    host: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = ("93.184.216.34", 443)

    def resolve(*args: object, **kwargs: object) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", public), (2, 1, 6, "", (address, 443))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    for target in (f"https://{host}/a/b", f"ssh://git@{host}/a/b", f"git@{host}:a/b"):
        with (
            pytest.raises(ReproscopeError, match="which is not a public address"),
            open_target(target, online=True),
        ):
            pass


def test_a_public_host_is_pinned_to_the_address_that_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [(2, 1, 6, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: found)
    assert public_addresses("example.org", 443) == ("93.184.216.34",)


def test_without_the_network_an_address_is_told_what_is_missing_and_shows_no_password() -> None:
    with (
        pytest.raises(ReproscopeError) as caught,
        open_target("https://me:secret@example.org/a/b"),
    ):
        pass
    message = caught.value.message
    assert message == (
        "'https://example.org/a/b' would have to be fetched: give --online to allow it"
    )


@pytest.mark.parametrize(
    ("text", "url", "ref"),
    [
        ("https://h.org/o/r", "https://h.org/o/r", None),
        ("https://h.org/o/r@v1", "https://h.org/o/r", "v1"),
        ("https://h.org/o/r@feature/x", "https://h.org/o/r", "feature/x"),
        ("https://u:p@h.org/o/r", "https://u:p@h.org/o/r", None),
        ("git@h.org:o/r", "git@h.org:o/r", None),
        ("git@h.org:o/r.git@main", "git@h.org:o/r.git", "main"),
        ("https://h.org/@user/r", "https://h.org/@user/r", None),
    ],
)
def test_a_reference_can_stand_in_the_address(text: str, url: str, ref: str | None) -> None:
    address = parse_address(text)
    assert (address.url, address.ref) == (url, ref)


@pytest.mark.parametrize(
    ("target", "fits"),
    [
        (".", True),
        ("https://github.com/owner/name", True),
        ("https://example.org/a.git", True),
        ("git@example.org:a/b", True),
        ("https://example.org/a.git@v1.0", True),
        ("https://arxiv.org/abs/1609.02907", False),
        ("https://example.org/.github/page", False),
        ("https://github.com/owner/name/raw/paper.pdf", False),
        ("ext::sh", False),
        ("claims.yaml", False),
        ("gone.zip", False),
        ("https://[::1/a", False),
        ("\0", False),
    ],
)
def test_only_what_looks_like_a_repository_is_taken(target: str, fits: bool) -> None:
    assert REPOSITORY.fits(target) is fits


def test_files_are_taken_by_their_ending_only(tmp_path: Path) -> None:
    for name, fits in (("a.zip", True), ("a.TAR.GZ", True), ("claims.yaml", False)):
        (tmp_path / name).write_text("")
        assert REPOSITORY.fits(str(tmp_path / name)) is fits
