"""Files, folders, archives and streams are found, in order, unzipped, and opened late."""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
from pathlib import Path

import pytest
from corpus.packing import archive, put

from ilk import storage
from ilk.corpus.opening import unreadable
from ilk.corpus.problems import Problems
from ilk.corpus.sources import Kind, ending, locate
from ilk.errors import InputError, NotFound


def contents(path: Path | str, skip: bool = False) -> dict[str, bytes]:
    found = {}
    for entry in locate(path).entries(Problems(skip)):
        with entry.open() as stream:
            found[entry.name] = stream.read()
    return found


def test_a_folder_is_walked_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.txt", "a/y/x.txt", "c/d.txt", "a.txt"):
        put(tmp_path / name, name)
    assert list(contents(tmp_path)) == ["a/y/x.txt", "a/z.txt", "a.txt", "b.txt", "c/d.txt"]


def test_hidden_files_and_folders_are_left_out(tmp_path: Path) -> None:
    for name in ("a.txt", ".hidden", ".git/config", "b/.secret", "b/c.txt"):
        put(tmp_path / name, name)
    assert list(contents(tmp_path)) == ["a.txt", "b/c.txt"]


def test_links_that_run_in_a_circle_are_followed_once(tmp_path: Path) -> None:
    put(tmp_path / "a/b.txt", "b")
    (tmp_path / "a/up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    (tmp_path / "link.txt").symlink_to(tmp_path / "a/b.txt")
    assert list(contents(tmp_path)) == ["a/b.txt", "link.txt"]


def test_links_that_multiply_paths_do_not_multiply_the_work(tmp_path: Path) -> None:
    for level in range(20):
        (tmp_path / f"{level}").mkdir()
        for side in "lr":
            (tmp_path / f"{level}" / side).symlink_to(tmp_path / f"{level + 1}", target_is_directory=True)
    put(tmp_path / "20/end.txt", "end")
    assert list(contents(tmp_path).values()) == [b"end"]


def test_gzip_is_known_by_its_first_bytes_and_not_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "zipped.txt").write_bytes(gzip.compress(b"one") + gzip.compress(b" two"))
    (tmp_path / "plain.gz").write_bytes(b"three")
    assert contents(tmp_path) == {"plain.gz": b"three", "zipped.txt": b"one two"}


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tgz", "archive"])
def test_members_of_an_archive_keep_its_order(tmp_path: Path, name: str) -> None:
    path = archive(tmp_path / name, {"b/2.txt": "2", "./a/1.txt": "1", ".x": "x", "b/._2.txt": "mac"})
    assert locate(path).kind is Kind.ARCHIVE
    assert contents(path) == {"b/2.txt": b"2", "a/1.txt": b"1"}


def test_zipped_members_are_unzipped_and_links_left_out(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.tar", {"b.txt.gz": gzip.compress(b"inner")})
    with tarfile.open(path, "a") as tar:
        link = tarfile.TarInfo("link.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
        tar.addfile(link)
    assert contents(path) == {"b.txt.gz": b"inner"}


def test_an_archive_in_a_folder_is_read_in_place(tmp_path: Path) -> None:
    archive(tmp_path / "b.tgz", {"c.txt": "c"})
    put(tmp_path / "a.txt", "a")
    entries = list(locate(tmp_path).entries(Problems()))
    assert [entry.name for entry in entries] == ["a.txt", "b.tgz/c.txt"]
    assert entries[1].shown == str(tmp_path / "b.tgz" / "c.txt")


def test_an_index_beside_its_texts_is_passed_over_and_is_no_source(tmp_path: Path) -> None:
    put(tmp_path / "a.txt", "a")
    put(tmp_path / "site/manifest.json", '{"what": "a web app"}')
    for name in ("old.ilk", "deep/renamed"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        with storage.create(tmp_path / name) as writer:
            writer.write_json("part", [])
    assert list(contents(tmp_path)) == ["a.txt", "site/manifest.json"]
    with pytest.raises(InputError, match=r"renamed: is an index of ilk, not a folder of texts; give the"):
        locate(tmp_path / "deep/renamed")


def test_a_missing_path_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"no file or folder '.*gone\.txt'; check the spelling"):
        locate(tmp_path / "gone.txt")
    with pytest.raises(NotFound, match="no file or folder ''"):
        locate("")


def test_a_path_that_cannot_even_be_looked_up_is_not_found(tmp_path: Path) -> None:
    for path in (tmp_path / ("x" * 5_000), "~nobody-of-this-name/papers"):
        with pytest.raises(NotFound, match=r"the path '.*' cannot be looked up \(.*\); check the spelling"):
            locate(path)


def test_the_home_folder_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    put(tmp_path / "a.txt", "at home")
    assert contents("~/a.txt") == {"a.txt": b"at home"}


def test_standard_input_keeps_its_first_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytes(range(256)) * 200
    for sent in (data, gzip.compress(data)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sent)))
        (entry,) = locate("-").entries(Problems())
        assert entry.head() == data[:8192]
        with entry.open() as stream:
            assert stream.read() == data
        assert not sys.stdin.closed


def test_an_archive_on_standard_input_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = archive(tmp_path / "a.tar.gz", {"a.txt": "a"})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    with pytest.raises(InputError, match="standard input: is a tar archive; save it to a file"):
        locate("-")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_read_as_a_stream(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)  # opened both ways, so that neither side has to wait
    try:
        os.write(writer, b"x" * 9_000)
        source = locate(pipe)
    finally:
        os.close(writer)
    assert source.kind is Kind.STREAM
    (entry,) = source.entries(Problems())
    assert entry.head() == b"x" * 8192
    with entry.open() as stream:
        assert stream.read() == b"x" * 9_000


def test_a_damaged_archive_is_one_sentence(tmp_path: Path) -> None:
    whole = archive(tmp_path / "a.tar.gz", {f"{n}.txt": os.urandom(5_000) for n in range(20)}).read_bytes()
    (tmp_path / "a.tar.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"a\.tar\.gz: is a damaged gzip file .*; fetch it again"):
        for _ in locate(tmp_path / "a.tar.gz").entries(Problems()):
            pass
    put(tmp_path / "b.tar", b"this is no archive" * 100)
    with pytest.raises(InputError, match=r"b\.tar: is a damaged tar archive .*; fetch it again"):
        list(locate(tmp_path / "b.tar").entries(Problems()))


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            PermissionError(13, "Permission denied"),
            "x: may not be read; ask for the permission, or leave it out",
        ),
        (EOFError("ended"), "x: is a damaged gzip file (ended); fetch it again"),
        (tarfile.ReadError("bad"), "x: is a damaged tar archive (bad); fetch it again"),
        (
            OSError(5, "Input/output error"),
            "x: cannot be read (Input/output error); check the file and the disk",
        ),
    ],
)
def test_errors_of_the_system_become_sentences(error: Exception, sentence: str) -> None:
    assert str(unreadable("x", error)) == sentence


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_reported_and_left_out(tmp_path: Path) -> None:
    put(tmp_path / "a/b.txt", "b")
    put(tmp_path / "c.txt", "c")
    (tmp_path / "a").chmod(0)
    try:
        with pytest.raises(InputError, match="a: may not be read; ask for the permission"):
            contents(tmp_path)
        assert contents(tmp_path, skip=True) == {"c.txt": b"c"}
    finally:
        (tmp_path / "a").chmod(0o700)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have only Unicode names")
def test_a_name_that_is_not_unicode_is_made_printable(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.txt")).write_bytes(b"x")
    assert contents(tmp_path) == {"caf\ufffd.txt": b"x"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a/B.TXT", ".txt"), ("a.jsonl.gz", ".jsonl"), ("README", ""), ("a.b/c", ""), (".x", ""),
        ("a.007", ""),        ("1.", ""), ("a.tar.gz", ".tar"),
    ],
)  # fmt: skip
def test_the_ending_tells_the_format(name: str, expected: str) -> None:
    assert ending(name) == expected
