"""HTML to plain text: scripts and styles dropped, blocks on lines of their own, characters resolved."""

from __future__ import annotations

import codecs
import re
from html.parser import HTMLParser
from typing import NamedTuple

from ilk.corpus.readers.sgml import without_tags

DROPPED = frozenset({"script", "style"})
INLINE = frozenset(
    {
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "rp",
        "rt",
        "ruby",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    }
)
CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9._:-]+)""", re.IGNORECASE)
SPACES = re.compile(r"[^\S\n]+")
LINE_ENDS = re.compile(r" ?\n[ \n]*")

_Attributes = list[tuple[str, str | None]]


class Page(NamedTuple):
    """The title of a page, else its first heading, and the text without the title."""

    title: str
    text: str


def read_markup(source: str) -> Page:
    """Take a page apart; markup that is too broken to be parsed loses its tags and nothing else."""
    parser = _Parser()
    try:
        parser.feed(source)
        parser.close()
    except AssertionError:  # what html.parser raises on declarations that it does not know
        return Page("", without_tags(source).strip())
    text = LINE_ENDS.sub("\n", SPACES.sub(" ", "".join(parser.pieces))).strip()
    title = "".join(parser.title) or "".join(parser.heading)
    return Page(" ".join(title.split()), text)


def declared_encoding(head: bytes) -> str | None:
    """Return the encoding that a page names near its beginning, where Python knows it."""
    found = CHARSET.search(head[:1024])
    try:
        return codecs.lookup(found[1].decode("ascii")).name if found else None
    except LookupError:
        return None


class _Parser(HTMLParser):
    """Collects text, title and first heading."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.title: list[str] = []
        self.heading: list[str] = []
        self._in_title = self._in_heading = self._had_heading = False
        self._dropped = 0

    def handle_starttag(self, tag: str, attrs: _Attributes) -> None:  # noqa: ARG002
        if tag in DROPPED:
            self._dropped += 1
        self._in_title = tag == "title" and not self._dropped
        if tag == "h1" and not self._had_heading:
            self._in_heading = self._had_heading = True
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in DROPPED:
            self._dropped = max(0, self._dropped - 1)
        self._in_title = False
        if tag == "h1":
            self._in_heading = False
        self._break(tag)

    def handle_startendtag(self, tag: str, attrs: _Attributes) -> None:  # noqa: ARG002
        self._break(tag)

    def handle_data(self, data: str) -> None:
        if self._dropped:
            return
        if self._in_title:
            self.title.append(data)
            return
        if self._in_heading:
            self.heading.append(data)
        self.pieces.append(data)

    def _break(self, tag: str) -> None:
        if tag not in INLINE:
            self.pieces.append("\n")
