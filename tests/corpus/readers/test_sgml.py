"""Records between tags, elements inside of them: streamed, bounded, and linear in their length."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest

from ilk.corpus import streams
from ilk.corpus.opening import Entry
from ilk.corpus.problems import Problems
from ilk.corpus.readers import sgml
from ilk.corpus.readers.sgml import elements, records, without_tags
from ilk.corpus.streams import Options, readable
from ilk.errors import InputError

START, END = re.compile(b"<R>"), re.compile(b"</R>")


def cut(data: bytes, problems: Problems) -> list[tuple[int, bytes]]:
    entry = Entry("a.sgm", "a.sgm", lambda: io.BytesIO(data))
    return [found for file in readable([entry], Options(), problems) for found in records(file, START, END)]


@pytest.mark.parametrize("chunk", [1, 2, 5, 1 << 18])
def test_records_are_found_wherever_chunks_end(monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(streams, "CHUNK_BYTES", chunk)
    data = b"head\n<R>one\n</R>\n\n<R>\ntwo</R><R></R>\ntail"
    assert cut(data, Problems()) == [(2, b"<R>one\n"), (5, b"<R>\ntwo"), (6, b"<R>")]


def test_a_record_without_an_end_is_a_problem() -> None:
    data = b"<R>one\n<R>two</R>\n</R>\n<R>three\n"
    with pytest.raises(
        InputError, match=r"a\.sgm, line 1: a record begins here and does not end; correct it"
    ):
        cut(data, Problems())
    problems = Problems(skip=True)
    assert cut(data, problems) == [(2, b"<R>two")]
    assert problems.kinds == {"record without an end": 2}
    assert [error.line for error in problems.examples] == [1, 4]


def test_a_record_that_is_too_long_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CHUNK_BYTES", 1_000)
    monkeypatch.setattr(streams, "MAX_RECORD_BYTES", 20_000)
    monkeypatch.setattr(sgml, "MAX_RECORD_BYTES", 20_000)
    data = b"<R>one</R>\n<R>" + b"x\n" * 30_000 + b"</R>\n<R>three</R>"
    with pytest.raises(InputError, match=r"a\.sgm, line 2: the record is longer than"):
        cut(data, Problems())
    problems = Problems(skip=True)
    assert cut(data, problems) == [(1, b"<R>one"), (30_003, b"<R>three")]
    assert problems.kinds == {"record too long": 1}


def test_elements_are_the_outermost_ones() -> None:
    text = "<A>1</A> x <b c='d'><A>2</A>\n</B><C>never closed <D>4</D></E>"
    assert list(elements(text)) == [("A", "1"), ("B", "<A>2</A>\n"), ("D", "4")]


@pytest.mark.parametrize("piece", ["<p>", "<", "<a", "</a>", "<!--", "<a b", "<a></b>"])
def test_a_long_record_of_broken_tags_is_no_trap(piece: str) -> None:
    # what is not linear in the length would need minutes here
    text = piece * 100_000
    found: Iterator[tuple[str, str]] = elements(text)
    assert sum(len(inner) for _, inner in found) <= len(text)
    assert len(without_tags(text)) <= len(text)


def test_tags_and_comments_go_and_characters_are_resolved() -> None:
    assert without_tags("a<P>b<!-- c <x> -->d &lt;e&gt; 1 < 2&#3;").split() == [
        "a",
        "b",
        "d",
        "<e>",
        "1",
        "<",
        "2",
    ]
    assert without_tags("x <!-- never closed").strip() == "x"
