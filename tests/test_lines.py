"""Numbered lines: packing, line ends, and what is said when a file cannot be read."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ilk.errors import InputError, NotFound
from ilk.lines import numbered_lines


def test_plain_and_gzipped_files_with_any_line_ends_and_any_name(tmp_path):
    text = b"one\r\n\nthree"
    (tmp_path / "plain.gz").write_bytes(text)
    (tmp_path / "zipped").write_bytes(gzip.compress(text))
    expected = [(1, "one"), (2, ""), (3, "three")]
    assert list(numbered_lines(tmp_path / "plain.gz")) == expected
    assert list(numbered_lines(tmp_path / "zipped")) == expected


def test_a_byte_order_mark_is_no_text(tmp_path):
    (tmp_path / "marked").write_text("one", encoding="utf-8-sig")
    assert list(numbered_lines(tmp_path / "marked")) == [(1, "one")]


def test_only_line_ends_end_a_line(tmp_path):
    text = "a\x0bb\x0cc\x85d\u2028e"
    (tmp_path / "odd").write_text(text, encoding="utf-8")
    assert list(numbered_lines(tmp_path / "odd")) == [(1, text)]


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(NotFound, match=r"there is no file .*absent; check the path"):
        list(numbered_lines(tmp_path / "absent"))


def test_a_folder(tmp_path):
    with pytest.raises(InputError, match=r"cannot be read \(Is a directory\)"):
        list(numbered_lines(tmp_path))


def test_another_encoding(tmp_path):
    (tmp_path / "latin").write_bytes(b"fine\n" * 5000 + "café\n".encode("latin-1"))
    with pytest.raises(InputError, match=r"latin, line \d+: the text after this line is not utf-8; convert"):
        list(numbered_lines(tmp_path / "latin"))
    assert list(numbered_lines(tmp_path / "latin", "latin-1"))[-1] == (5001, "café")


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-12], lambda data: data[:40] + b"\xff" * 40 + data[80:]]
)
def test_a_damaged_gzip_file(tmp_path, damage):
    path = Path(tmp_path / "lines.gz")
    path.write_bytes(damage(gzip.compress(b"".join(b"%d\n" % (n * n) for n in range(5000)))))
    with pytest.raises(InputError, match=r"the gzip file is damaged; copy or download it again"):
        list(numbered_lines(path))
