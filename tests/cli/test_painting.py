"""Texts in styles: what is marked, what is kept from a terminal, and where lines are broken."""

from __future__ import annotations

import os
import pty
import re
import struct
import sys
import termios
from fcntl import ioctl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.cli.output import _snippet, _title, print_hits
from ilk.cli.painting import BOLD, _lines, painted, printed_width
from ilk.records import Hit

END = "(the end)"
CODES = re.compile(r"\x1b\[\d+m")
LONG = Hit(
    "kitchen/bread.md",
    1.5,
    title="How to bake a bread with a crust that crackles when it is cut",
    snippet="Mix flour, water and starter, let it rest, fold it, and bake it in a pot that is very hot.",
    marks=((75, 79),),
    metadata={"author": "somebody with a long name", "place": "a kitchen far away"},
)


def test_related_words_are_underlined_on_a_terminal():
    hit = Hit("a", 1.0, snippet="red apples grow", marks=((0, 3),), related=((4, 10),))
    assert str(_snippet(hit)) == "\x1b[33m\x1b[1mred\x1b[0m \x1b[4mapples\x1b[0m grow"


def test_words_of_the_query_are_marked_in_the_title_too():
    hit = Hit("a", 1.0, title="The red house", title_marks=((4, 7),))
    assert str(_title(hit)) == "\x1b[1mThe \x1b[0m\x1b[33m\x1b[1mred\x1b[0m\x1b[1m house\x1b[0m"
    assert str(_title(Hit("a", 1.0))) == "\x1b[1ma\x1b[0m"


def test_marks_that_overlap_related_words_print_every_character_once():
    hit = Hit("a", 1.0, snippet="很多论文章", marks=((2, 4),), related=((1, 3), (3, 5)))
    assert CODES.sub("", str(_snippet(hit))) == hit.snippet
    assert "\x1b[33m\x1b[1m论文\x1b[0m" in str(_snippet(hit))


def test_nothing_that_steers_a_terminal_gets_through(capsys):
    hit = Hit("an\nid", 1.0, "\x1b[31mred\x07", "text", metadata={"by": "\u202eme\x9b"})
    print_hits([hit, Hit("b\x1bc", 1.0)])
    first, details, snippet, second = capsys.readouterr().out.splitlines()
    assert (first, details) == ("1   [31mred   1", "   an id  by= me ")
    assert (snippet, second) == ("   text", "2  b c  1")


def in_a_terminal(columns: int, monkeypatch: pytest.MonkeyPatch, hits: list[Hit]) -> list[str]:
    """Return the lines that hits take in a terminal of some width."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    monkeypatch.delenv("COLUMNS", raising=False)
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        monkeypatch.setattr(sys, "__stdout__", terminal)
        print_hits(hits)
        print(END)
        terminal.flush()
        printed = ""
        while END not in printed:
            printed += os.read(ours, 1 << 16).decode()
    os.close(ours)
    return CODES.sub("", printed.split(END)[0]).splitlines()


def test_a_terminal_gets_lines_that_fit_and_are_indented(monkeypatch):
    lines = in_a_terminal(40, monkeypatch, [LONG])
    assert max(map(len, lines)) <= 40
    assert lines[0].startswith("1  How to bake")
    assert all(re.match(r"   \S", line) for line in lines[1:])
    joined = " ".join(line.strip() for line in lines)
    assert LONG.snippet in joined
    assert LONG.title in joined


def test_a_pipe_gets_one_line_each(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    print_hits([LONG])
    assert capsys.readouterr().out.splitlines()[2] == f"   {LONG.snippet}"


def test_an_index_is_told_in_lines_that_fit(ilk, notes_index, monkeypatch):
    monkeypatch.setattr("ilk.cli.painting.room_beside", lambda indent: 50 - indent)
    lines = ilk("info", notes_index).out.splitlines()
    assert max(map(len, lines)) <= 50
    (first,) = (number for number, line in enumerate(lines) if line.startswith("similarities"))
    assert lines[first + 1].startswith(" " * len("similarities  ") + "tfidf")


def test_an_explanation_is_drawn_as_wide_as_it_fits(ilk, notes_index, monkeypatch):
    asked = ("explain", notes_index, "trams on the hills by the river", "travel/lisbon.md")
    wide = ilk(*asked).out.splitlines()
    assert max(len(line) for line in wide[1:]) > 45
    monkeypatch.setattr("ilk.cli.painting.room_beside", lambda indent: 45 - indent)
    monkeypatch.setattr("ilk.cli.explain.room_beside", lambda indent: 45 - indent)
    lines = ilk(*asked).out.splitlines()
    assert max(map(len, lines)) <= 45
    assert len(lines) == len(wide) + 1


@given(st.text(st.sampled_from("ab  語\u0301"), max_size=80), st.integers(4, 30))
def test_lines_fit_and_lose_nothing_but_gaps(text, room):
    lines = [text[start:end] for start, end in _lines(text, room)]
    assert all(printed_width(line) <= room for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_words_are_broken_only_where_they_must_be():
    def broken(text: str) -> list[str]:
        return [text[start:end] for start, end in _lines(text, 10)]

    assert broken("one two three four") == ["one two", "three four"]
    assert broken("x" * 25) == ["x" * 10, "x" * 10, "x" * 5]
    assert broken("to 情報検索は大量の文書") == ["to 情報検", "索は大量の", "文書"]
    assert broken("two gaps  here") == ["two gaps", "here"]
    assert broken("") == [""]


def test_the_later_style_wins():
    assert str(painted("abc", BOLD, ([(0, 2)], {}), ([(1, 3)], {"dim": True}))) == "a\x1b[2mbc\x1b[0m"
