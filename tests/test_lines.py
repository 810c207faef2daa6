"""Numbered lines: packing, line ends, and what is said when a file cannot be read."""

from __future__ import annotations

import gzip
import os
import threading
from pathlib import Path

import pytest

from ilk.errors import InputError, NotFound
from ilk.lines import numbered_lines, written_lines


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
    with pytest.raises(InputError, match="latin, line 5001: the text is not utf-8; convert"):
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


def test_lines_are_written_beside_and_renamed_when_complete(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("old\n")
    with pytest.raises(TypeError, match="must be str"), written_lines(path) as lines:
        lines.writelines(["half of the new", 1])
    assert path.read_text() == "old\n"
    with written_lines(path) as lines:
        lines.write("new\n")
    assert path.read_text() == "new\n"
    assert [file.name for file in tmp_path.iterdir()] == ["lines.txt"]


def test_a_link_stays_one_and_its_file_is_replaced(tmp_path):
    (tmp_path / "folder").mkdir()
    file, link, dangling = tmp_path / "folder" / "a.csv", tmp_path / "link.csv", tmp_path / "new.csv"
    file.write_text("old\n")
    link.symlink_to(Path("folder", "a.csv"))
    dangling.symlink_to(Path("folder", "b.csv"))
    for path in (link, dangling):
        with written_lines(path) as lines:
            lines.write("new\n")
        assert path.is_symlink()
    assert file.read_text() == (tmp_path / "folder" / "b.csv").read_text() == "new\n"
    assert sorted(each.name for each in (tmp_path / "folder").iterdir()) == ["a.csv", "b.csv"]


def test_a_pipe_is_written_to_and_read_from_as_it_is(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[list[tuple[int, str]]] = []
    reader = threading.Thread(target=lambda: received.append(list(numbered_lines(pipe))), daemon=True)
    reader.start()
    with written_lines(pipe) as lines:
        lines.write("one\ntwo\n")
    reader.join(timeout=30)
    assert received == [[(1, "one"), (2, "two")]]
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_place_where_nothing_can_be_written_gets_a_sentence(tmp_path):
    with pytest.raises(NotFound, match=r"there is no folder .*nowhere to write a.csv into"):
        written_lines(tmp_path / "nowhere" / "a.csv").__enter__()
    (tmp_path / "folder").mkdir()
    with (
        pytest.raises(InputError, match=r"folder: cannot be written .*; choose another file"),
        written_lines(tmp_path / "folder") as lines,
    ):
        lines.write("text")
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]
