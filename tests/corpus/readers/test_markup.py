"""HTML becomes the text that a reader would see, in time linear in its length."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilk.corpus.readers.markup import declared_encoding, read_markup


@pytest.mark.parametrize(
    ("source", "title", "text"),
    [
        ("<title>A &amp;\n B</title><p>text", "A & B", "text"),
        ("<h1>The <b>first</b></h1><h1>second</h1>", "The first", "The first\nsecond"),
        ("<TITLE>t</TITLE><H1>h</H1>", "t", "h"),
        ("<title> </title><h1>h</h1>", "h", "h"),
        ("a<script>if (x<y) '</p>'</script>b", "", "a\nb"),
        ("a<style>p > q {}</style><STYLE>x</Style >b", "", "a\nb"),
        ("a<!-- no --><!---->b", "", "a\nb"),
        ("un<b>bro</b>ken, <br>line", "", "unbroken,\nline"),
        ("<p>one<p>two<td>three", "", "one\ntwo\nthree"),
        ('<a title="a>b" href=x>link</a>', "", "link"),
        ("<a title=don't>it</a> isn't", "", "it isn't"),
        ("1 < 2 &lt; 3&nbsp;&#233; &unknown; &", "", "1 < 2 < 3 é &unknown; &"),
        ("<?xml version='1.0'?><!DOCTYPE html>x</>y", "", "x\ny"),
        ("x<script>never closed", "", "x"),
        ("x<a href='never closed", "", "x"),
        ("x<!-- never closed", "", "x"),
        ("", "", ""),
    ],
)
def test_pages(source: str, title: str, text: str) -> None:
    assert read_markup(source) == (title, text)


@given(st.text(alphabet="<>/!-='\"& a\nbp;#h1title", max_size=60))
def test_anything_can_be_read(source: str) -> None:
    page = read_markup(source)
    assert page.text == page.text.strip()
    assert "\n\n" not in page.text


BROKEN = [
    "<",
    "<!--",
    "<a ",
    "</",
    '<a href="',
    "<a b=",
    "<a/",
    "<?",
    "</p",
    "<script",
    "<title>",
    "&",
    "</script",
]


@pytest.mark.parametrize("piece", BROKEN)
def test_a_long_page_of_broken_tags_is_no_trap(piece: str) -> None:
    # a pattern that goes back over what it has read would need minutes here
    page = read_markup(piece * 60_000)
    assert len(page.text) <= len(piece) * 60_000


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        (b'<meta charset="ISO-8859-1">', "iso8859-1"),
        (b"<meta content='text/html; charset=windows-1252'>", "cp1252"),
        (b'<?xml version="1.0" encoding="shift_jis"?>', "shift_jis"),
        (b"<meta charset=unheard-of>", None),
        (b"<p>none", None),
    ],
)
def test_the_encoding_that_a_page_declares(head: bytes, encoding: str | None) -> None:
    assert declared_encoding(head) == encoding
