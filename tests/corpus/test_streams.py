"""Bytes become lines and texts: bounded, decoded, and reported where they cannot be."""

from __future__ import annotations

import codecs
import gzip
import io
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.corpus import streams
from ilk.corpus.opening import Entry
from ilk.corpus.problems import Problems
from ilk.corpus.sources import locate
from ilk.corpus.streams import MAX_RECORD_BYTES, Options, Readable, readable
from ilk.errors import InputError


def entry_of(data: bytes) -> Entry:
    return Entry("a.txt", "a.txt", lambda: io.BytesIO(data), len(data), alone=True)


def opened(data: bytes, problems: Problems | None = None, encoding: str | None = None) -> Iterator[Readable]:
    return readable([entry_of(data)], Options(encoding), problems or Problems())


def lines_of(data: bytes, problems: Problems | None = None) -> list[tuple[int, str]]:
    return [line for file in opened(data, problems) for line in file.text_lines()]


class Endless(io.RawIOBase):
    """A file made of pieces, none of which is kept."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.pieces = iter(pieces)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return next(self.pieces, b"")


@given(st.lists(st.text(st.characters(exclude_characters="\n\r\0", codec="utf-8"), max_size=20)))
def test_lines_are_those_that_were_written(lines: list[str]) -> None:
    written = "".join(f"{line}\n" for line in lines).encode()
    assert [line for _, line in lines_of(codecs.BOM_UTF8 + written)] == lines


def test_lines_end_in_any_way_and_the_last_need_not() -> None:
    assert lines_of(b"one\r\ntwo\n\nfour") == [(1, "one"), (2, "two"), (3, ""), (4, "four")]
    assert lines_of(b"") == []


def test_lines_run_over_the_borders_of_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CHUNK_BYTES", 7)
    numbers = random.Random(3)
    lines = ["é" * numbers.randrange(12) for _ in range(200)]
    assert [line for _, line in lines_of("\n".join([*lines, "end"]).encode())] == [*lines, "end"]


def test_a_line_of_50_mb_is_a_problem_and_is_not_kept() -> None:
    def pieces() -> Iterator[bytes]:
        yield b"before\n"
        for _ in range(50):
            yield b"x" * 1_000_000
        yield b"\nafter\n"

    entry = Entry("a.txt", "a.txt", lambda: Endless(pieces()))
    with pytest.raises(InputError, match=r"a\.txt, line 2: the line is longer than 32 MiB.*--skip-bad"):
        [list(file.lines()) for file in readable([entry], Options(), Problems())]
    problems = Problems(skip=True)
    (found,) = [list(file.lines()) for file in readable([entry], Options(), problems)]
    assert found == [(1, b"before"), (3, b"after")]
    assert problems.kinds == {"line too long": 1}


def test_a_file_too_large_for_one_document_is_a_problem() -> None:
    entry = Entry("a.txt", "a.txt", lambda: Endless(b"x" * (MAX_RECORD_BYTES // 4) for _ in range(5)))
    with pytest.raises(
        InputError, match=r"a\.txt: the file is longer than 32 MiB, too much for one document"
    ):
        [file.whole() for file in readable([entry], Options(), Problems())]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-8"])
def test_a_byte_order_mark_settles_the_encoding(encoding: str) -> None:
    text = "Größe\nzwei 🙂\n"
    assert lines_of(text.encode(encoding)) == [(1, "Größe"), (2, "zwei 🙂")]


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-16", "utf-32-le", "cp037", "latin-1", "utf-8"])
def test_an_encoding_that_was_asked_for_is_used(encoding: str) -> None:
    data = "Größe\nzwei\n".encode(encoding)
    (lines,) = [list(file.text_lines()) for file in opened(data, encoding=encoding)]
    assert lines == [(1, "Größe"), (2, "zwei")]


def test_what_cannot_be_decoded_names_the_line_and_an_encoding() -> None:
    data = "one\ncaf\xe9\nthree\n".encode("latin-1")
    sentence = r"a\.txt, line 2: cannot be decoded as utf-8 \(byte 0xe9\); .*--encoding latin-1.*--skip-bad"
    with pytest.raises(InputError, match=sentence):
        lines_of(data)
    problems = Problems(skip=True)
    assert lines_of(data, problems) == [(1, "one"), (3, "three")]
    assert problems.kinds == {"not utf-8": 1}


def test_the_line_is_counted_inside_of_a_whole_text_too() -> None:
    for file in opened(b"one\ntwo\nthr\xff"):
        data = file.whole()
        assert data is not None
        with pytest.raises(InputError, match=r"a\.txt, line 3: cannot be decoded"):
            file.decode(data)


def test_broken_utf_16_is_a_problem() -> None:
    data = "a\n".encode("utf-16") + b"\x00\xd8" + "b\n".encode("utf-16-le")
    with pytest.raises(InputError, match="cannot be decoded as utf-16-le"):
        lines_of(data)
    problems = Problems(skip=True)
    lines_of(data, problems)
    assert problems.kinds == {"not utf-16-le": 1}


def test_a_binary_file_is_a_problem() -> None:
    with pytest.raises(InputError, match=r"a\.txt: is a binary file; convert it to text"):
        lines_of(b"\x7fELF\0\0\0")
    problems = Problems(skip=True)
    assert lines_of(b"\x7fELF\0\0\0", problems) == []
    assert problems.summary() == "1 record left out: binary file (1)"


def test_a_zipped_file_that_ends_early_gives_what_it_has(tmp_path: Path) -> None:
    numbers = random.Random(1)
    lines = [numbers.randbytes(40).hex() for _ in range(20_000)]
    zipped = gzip.compress("\n".join(lines).encode())
    (tmp_path / "a.txt.gz").write_bytes(zipped[: len(zipped) // 2])
    source = locate(tmp_path / "a.txt.gz")
    with pytest.raises(InputError, match=r"a\.txt\.gz: is a damaged gzip file .*; fetch it again"):
        [list(file.lines()) for file in readable(source.entries(Problems()), Options(), Problems())]
    problems = Problems(skip=True)
    (found,) = [list(f.text_lines()) for f in readable(source.entries(problems), Options(), problems)]
    assert 0 < len(found) < len(lines)
    assert [line for _, line in found] == lines[: len(found)]
    assert problems.kinds == {"unreadable file": 1}


def test_a_file_that_fails_while_it_is_read_is_a_problem() -> None:
    broken = Path("/proc/self/mem")  # it can be opened, and then not be read
    if not broken.is_file():
        pytest.skip("this system has no file that can be opened but not read")
    entry = Entry("mem", "mem", lambda: broken.open("rb", buffering=0))
    with pytest.raises(InputError, match=r"mem: cannot be read \(.*\); check the file and the disk"):
        list(readable([entry], Options(), Problems()))
    assert list(readable([entry], Options(), Problems(skip=True))) == []


def test_the_place_follows_the_reading() -> None:
    problems = Problems()
    for file in opened(b"one\ntwo\n", problems):
        assert [(number, problems.where, problems.line) for number, _ in file.lines()] == [
            (1, "a.txt", 1),
            (2, "a.txt", 2),
        ]
