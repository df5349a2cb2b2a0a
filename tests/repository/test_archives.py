"""Archives are unpacked by our own loop, within limits, into a place of our own."""

from __future__ import annotations

import io
import lzma
import os
import stat
import struct
import tarfile
import tempfile
import tracemalloc
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from reproscope.core import ReproscopeError
from reproscope.repository.sources import Limits, Opened, open_target
from reproscope.repository.sources.limits import MIB
from reproscope.repository.tree import Link

FILES = {"a.py": b"x = 1\n", "sub/b.py": b"y = 2\n"}


@pytest.fixture(autouse=True)
def private_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let everything temporary lie where the test can see that nothing is left."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield place
    assert list(place.iterdir()) == []
    assert {path.name for path in tmp_path.iterdir()} <= {"temporary", "archive"}


def zipped(path: Path, files: Mapping[str, bytes], **how: int) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = how.get(name, stat.S_IFREG | 0o644) << 16
            archive.writestr(info, content)
    return path


def tarred(path: Path, files: Mapping[str, bytes], mode: str = "w") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            add(archive, name, content)
    return path


def add(archive: tarfile.TarFile, name: str, content: bytes = b"", **fields: object) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(content)
    for key, value in fields.items():
        setattr(info, key, value)
    archive.addfile(info, io.BytesIO(content))


def seen(path: Path, **how: object) -> tuple[dict[str, bytes], Opened, str]:
    with open_target(str(path), **how) as opened:  # type: ignore[arg-type]
        tree = opened.tree
        content = {file.path: tree.read_bytes(file, 100) for file in tree.files}
        why = " | ".join(f"{item.what}: {item.why}" for item in tree.skipped)
        return content, opened, why


@pytest.mark.parametrize("mode", ["zip", "w", "w:gz", "w:bz2", "w:xz"])
def test_every_kind_is_told_by_its_content_and_one_top_folder_is_the_root(
    tmp_path: Path, mode: str
) -> None:
    below = {f"code-1.0/{name}": content for name, content in FILES.items()}
    make = zipped if mode == "zip" else (lambda path, files: tarred(path, files, mode))
    content, opened, why = seen(make(tmp_path / "archive", below))
    assert (content, why, opened.tree.truncated) == (FILES, "", False)


def test_two_things_at_the_top_stay_where_they_are(tmp_path: Path) -> None:
    content, _, _ = seen(zipped(tmp_path / "archive", FILES))
    assert content == FILES


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../out.py", "a path that leads out of the archive"),
        ("sub/../../out.py", "a path that leads out of the archive"),
        ("..\\out.py", "a path that leads out of the archive"),
        ("/etc/out.py", "an absolute path in an archive"),
        ("C:\\out.py", "an absolute path in an archive"),
        ("d/" * 80 + "out.py", "deeper than 64 directories"),
        ("x" * 300 + ".py", "cannot be unpacked: file name too long"),
    ],
)
@pytest.mark.parametrize("make", [zipped, tarred])
def test_a_name_that_leads_elsewhere_is_left_out_and_the_rest_is_read(
    tmp_path: Path, make: object, name: str, reason: str
) -> None:
    content, _, why = seen(make(tmp_path / "archive", {name: b"", **FILES}))  # type: ignore[operator]
    assert content == FILES
    assert reason in why


def test_links_become_records_and_nothing_is_written_through_them(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "archive", "w") as archive:
        add(archive, "a.py", b"x")
        add(archive, "out", type=tarfile.SYMTYPE, linkname=str(tmp_path))
        add(archive, "out/planted.py", b"planted")
        add(archive, "hard", type=tarfile.LNKTYPE, linkname="../../etc/passwd")
        add(archive, "pipe", type=tarfile.FIFOTYPE)
        add(archive, "device", type=tarfile.CHRTYPE, devmajor=1, devminor=3)
    content, opened, why = seen(tmp_path / "archive")
    assert content == {"a.py": b"x", "out/planted.py": b"planted"}
    assert opened.tree.links == (Link("out", str(tmp_path)),)
    assert "hard: a hard link to what is not in the archive before it" in why
    assert "pipe: a device or pipe" in why
    assert "device: a device or pipe" in why


def test_links_in_a_zip_become_records_too(tmp_path: Path) -> None:
    link = {"out": stat.S_IFLNK | 0o777, "pipe": stat.S_IFIFO}
    path = zipped(tmp_path / "archive", {"out": b"/etc", "pipe": b"", **FILES}, **link)
    content, opened, why = seen(path)
    assert content == FILES
    assert opened.tree.links == (Link("out", "/etc"),)
    assert "pipe: neither a file nor a link" in why


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_of_two_files_with_one_name_the_first_is_looked_at(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "archive"
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.py", "first")
            archive.writestr("a.py", "second")
    else:
        with tarfile.open(path, "w") as archive:
            add(archive, "a.py", b"first")
            add(archive, "./a.py", b"second")
    content, _, why = seen(path)
    assert content == {"a.py": b"first"}
    assert "a.py: named twice; the first is looked at" in why


def test_a_bomb_in_a_zip_fills_nothing_and_keeps_its_size(tmp_path: Path) -> None:
    size = 80 * MIB
    path = zipped(tmp_path / "archive", {"zeros.bin": b"\0" * size, **FILES})
    with open_target(str(path), limits=Limits(whole=MIB)) as opened:
        by_path = opened.tree.by_path
        assert by_path["zeros.bin"].size == size
        assert os.stat(opened.tree.root / "zeros.bin").st_blocks * 512 < MIB
        assert set(FILES) < set(by_path)


def test_many_small_bombs_stop_at_the_total(tmp_path: Path) -> None:
    files = {f"{n}.bin": b"\0" * MIB for n in range(20)}
    path = zipped(tmp_path / "archive", files)
    with open_target(str(path), limits=Limits(unpacked=5 * MIB)) as opened:
        root = opened.tree.root
        used = sum(os.stat(root / file.path).st_blocks * 512 for file in opened.tree.files)
        assert len(opened.tree.files) == 20
        assert used < 7 * MIB


@pytest.mark.parametrize("kind", ["w:gz", "w:bz2", "w:xz"])
def test_a_tar_that_grows_like_a_bomb_stops_and_what_came_before_is_read(
    tmp_path: Path, kind: str
) -> None:
    files = {**FILES, "zeros.bin": b"\0" * (90 * MIB), "late.py": b"z = 3\n"}
    content, opened, why = seen(tarred(tmp_path / "archive", files, kind))
    assert set(FILES) <= set(content)
    assert "late.py" not in content
    assert opened.tree.truncated
    assert "the rest of the archive: it unpacks to more than 200 times its size" in why


def test_too_many_files_are_cut_and_said(tmp_path: Path) -> None:
    files = {f"d/e/{n}.txt": b"" for n in range(60)}
    limits = Limits(files=20)
    content, opened, why = seen(zipped(tmp_path / "archive", {**files, **FILES}), limits=limits)
    assert set(FILES) < set(content)
    assert opened.tree.truncated
    assert "more than 20 files" in why


def test_a_zip_that_claims_endless_names_is_refused_before_they_are_read(tmp_path: Path) -> None:
    path = zipped(tmp_path / "archive", FILES)
    with pytest.raises(ReproscopeError, match=r"names too many files to be looked at \(2\)"):
        seen(path, limits=Limits(entries=1))


def test_an_encrypted_zip_is_an_error_and_one_encrypted_file_is_not(tmp_path: Path) -> None:
    path = zipped(tmp_path / "archive", FILES)
    whole = path.read_bytes()
    first = whole.index(b"PK\x01\x02") + 8
    path.write_bytes(whole[:first] + b"\1" + whole[first + 1 :])
    content, opened, why = seen(path)
    assert (list(content), opened.tree.truncated) == (["sub/b.py"], True)
    assert "a.py: encrypted" in why
    second = whole.rindex(b"PK\x01\x02") + 8
    data = path.read_bytes()
    path.write_bytes(data[:second] + b"\1" + data[second + 1 :])
    with pytest.raises(ReproscopeError, match="is encrypted: unpack it and give the directory"):
        seen(path)


def test_a_zip_with_one_broken_file_keeps_the_others(tmp_path: Path) -> None:
    path = zipped(tmp_path / "archive", FILES)
    data = bytearray(path.read_bytes())
    start = 30 + len("a.py")
    data[start : start + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(bytes(data))
    content, opened, why = seen(path)
    assert (list(content), opened.tree.truncated) == (["sub/b.py"], True)
    assert "a.py: broken in the archive" in why


@pytest.mark.parametrize("kind", ["zip", "w", "w:gz", "w:xz"])
def test_an_archive_that_ends_early_says_so(tmp_path: Path, kind: str) -> None:
    noise = os.urandom(200_000)
    files = {"a.py": b"x", "noise.bin": noise, "late.py": b""}
    path = tmp_path / "archive"
    zipped(path, files) if kind == "zip" else tarred(path, files, kind)
    path.write_bytes(path.read_bytes()[:100_000])
    if kind == "zip":
        with pytest.raises(ReproscopeError, match="is a broken zip archive"):
            seen(path)
        return
    content, opened, why = seen(path)
    assert content["a.py"] == b"x"
    assert opened.tree.truncated
    assert "the rest of the archive: it" in why


@pytest.mark.parametrize("head", [b"\x1f\x8b\x08\x00rubbish", b"BZh9rubbish", b"PK\x03\x04rubbish"])
def test_what_only_begins_like_an_archive_is_an_error(tmp_path: Path, head: bytes) -> None:
    (tmp_path / "archive").write_bytes(head)
    with pytest.raises(ReproscopeError, match="broken"):
        seen(tmp_path / "archive")


def test_a_header_that_asks_for_gigabytes_is_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "archive", "w") as archive:
        add(archive, "a.py", b"x")
        info = tarfile.TarInfo("long")
        info.type, info.size = tarfile.GNUTYPE_LONGNAME, 3 << 30
        archive.fileobj.write(info.tobuf(tarfile.GNU_FORMAT))  # type: ignore[union-attr]
        archive.offset += 512
    content, opened, _ = seen(tmp_path / "archive")
    assert (content, opened.tree.truncated) == ({"a.py": b"x"}, True)


def test_an_archive_within_an_archive_stays_a_file(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("inner.py", "")
    content, _, _ = seen(zipped(tmp_path / "archive", {**FILES, "inner.zip": inner.getvalue()}))
    assert set(content) == {*FILES, "inner.zip"}


def test_the_commit_that_git_archive_writes_into_a_zip_is_recorded(tmp_path: Path) -> None:
    path = zipped(tmp_path / "archive", FILES)
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = b"a" * 40
    assert seen(path)[1].origin.commit == "a" * 40


def test_a_hard_link_in_a_tar_is_the_file_it_links_to(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "archive", "w") as archive:
        add(archive, "code/README.md", b"words")
        add(archive, "code/docs/index.md", type=tarfile.LNKTYPE, linkname="code/README.md")
    content, opened, why = seen(tmp_path / "archive")
    assert content == {"README.md": b"words", "docs/index.md": b"words"}
    assert (why, opened.tree.truncated) == ("", False)


def test_a_map_of_holes_without_end_fills_no_memory(tmp_path: Path) -> None:
    count = 3_000_000
    info = tarfile.TarInfo("holes.bin")
    holes = b"%d\n" % (count // 2) + b"0\n" * count
    info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}
    info.pax_headers |= {"GNU.sparse.name": "holes.bin", "GNU.sparse.realsize": "10"}
    info.size = len(holes)
    with tarfile.open(tmp_path / "archive", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        add(archive, "a.py", b"x")
        archive.addfile(info, io.BytesIO(holes))
    tracemalloc.start()
    content, opened, why = seen(tmp_path / "archive")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (content, opened.tree.truncated) == ({"a.py": b"x"}, True)
    assert "the rest of the archive: it is broken" in why
    assert most < 40 * MIB


def test_global_headers_without_end_are_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "archive", "w", format=tarfile.PAX_FORMAT) as archive:
        add(archive, "a.py", b"x")
        for part in range(4):
            said = {f"key{part}.{number}": "x" for number in range(500)}
            block = tarfile.TarInfo.create_pax_global_header(said)
            archive.fileobj.write(block)  # type: ignore[union-attr]
            archive.offset += len(block)
            add(archive, f"{part}.py", b"y")
    content, opened, _ = seen(tmp_path / "archive")
    assert set(content) == {"a.py", "0.py", "1.py"}
    assert opened.tree.truncated


def test_an_xz_that_asks_for_gigabytes_is_refused(tmp_path: Path) -> None:
    path = tarred(tmp_path / "archive", FILES, "w:xz")
    data = bytearray(path.read_bytes())
    size = (data[12] + 1) * 4
    data[12 + 4] = 40  # a dictionary of four gigabytes
    data[12 + size - 4 : 12 + size] = zlib.crc32(data[12 : 12 + size - 4]).to_bytes(4, "little")
    path.write_bytes(bytes(data))
    with pytest.raises(ReproscopeError, match="is a broken archive: Memory usage limit"):
        seen(path)


def test_an_xz_of_several_streams_is_read_to_its_end(tmp_path: Path) -> None:
    plain = tarred(tmp_path / "archive", FILES).read_bytes()
    half = len(plain) // 2
    packed = lzma.compress(plain[:half]) + b"\0" * 8 + lzma.compress(plain[half:])
    (tmp_path / "archive").write_bytes(packed)
    content, opened, why = seen(tmp_path / "archive")
    assert (content, why, opened.tree.truncated) == (FILES, "", False)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_broken_file_does_not_take_away_the_one_before_it(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "archive", "w") as archive:
        archive.writestr("a.py", "first")
        archive.writestr("a.py", "second")
    data = bytearray((tmp_path / "archive").read_bytes())
    second = data.rindex(b"PK\x03\x04")
    data[second : second + 4] = b"none"
    (tmp_path / "archive").write_bytes(bytes(data))
    content, opened, why = seen(tmp_path / "archive")
    assert (content, opened.tree.truncated) == ({"a.py": b"first"}, True)
    assert "a.py: broken in the archive" in why


def test_files_beyond_the_total_are_named_as_not_looked_at(tmp_path: Path) -> None:
    files = {f"{n}.py": b"x" * 100_000 for n in range(9)}
    path = tarred(tmp_path / "archive", files)
    content, opened, why = seen(path, limits=Limits(unpacked=500_000))
    assert len(content) == 9
    assert opened.tree.truncated
    assert "5.py: more than 500,000 bytes in all" in why


@pytest.mark.parametrize("said", [b"PK\x06\x06" + b"\0" * 60, b"PK\x05\x06" + b"\0" * 30])
def test_a_comment_cannot_hide_how_long_the_list_is(tmp_path: Path, said: bytes) -> None:
    path = zipped(tmp_path / "archive", FILES)
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = said
    with pytest.raises(ReproscopeError, match="names too many files to be looked at"):
        seen(path, limits=Limits(entries=1))


def test_a_zip_of_the_large_kind_is_read(tmp_path: Path) -> None:
    path = zipped(tmp_path / "archive", FILES)
    data = path.read_bytes()
    end = data.rindex(b"PK\x05\x06")
    size, start = struct.unpack("<LL", data[end + 12 : end + 20])
    long = struct.pack("<4sQHHLLQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, 2, 2, size, start)
    place = struct.pack("<4sLQL", b"PK\6\7", 0, end, 1)
    short = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 2**32 - 1, 2**32 - 1, 0)
    path.write_bytes(data[:end] + long + place + short)
    assert seen(path)[0] == FILES
    with pytest.raises(ReproscopeError, match="names too many files"):
        seen(path, limits=Limits(entries=1))
