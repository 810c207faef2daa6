"""HTML to plain text: scripts and styles dropped, blocks on lines of their own, characters resolved.

The parser of Python's standard library can take minutes for 60 kB of broken tags (in 3.11). The pattern here
never goes back over what it has read: its time is linear whatever a page holds.
"""

from __future__ import annotations

import codecs
import html
import re
from typing import NamedTuple

INLINE = frozenset({
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
    "ins", "kbd", "label", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong",
    "sub", "sup", "time", "tt", "u", "var", "wbr",
})  # fmt: skip
TOKEN = re.compile(
    r"""
      <!-- .*? (?: --> | \Z )                                                      # a comment
    | < (?P<raw> script | style | title ) \b [^>]*+ (?: > | \Z )                    # what holds no tags
        (?P<inner> .*? ) (?: </ (?P=raw) \b [^>]*+ (?: > | \Z ) | \Z )
    | < (?P<close> /? ) (?P<tag> [a-z] [^\s/>]*+ )                                   # a tag; > may be quoted
        (?: [^>=]++ | = (?: \s*+ (?: "[^"]*+ (?: " | \Z ) | '[^']*+ (?: ' | \Z ) ) )?+ )*+ (?: > | \Z )
    | < [!?/] [^>]*+ (?: > | \Z )                                                   # a declaration
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9._:-]+)""", re.IGNORECASE)
SPACES = re.compile(r"[^\S\n]+")
LINE_ENDS = re.compile(r" ?\n[ \n]*")


class Page(NamedTuple):
    """The title of a page, else its first heading, and the text without the title."""

    title: str
    text: str


def read_markup(source: str) -> Page:
    """Take a page apart."""
    pieces: list[str] = []
    title, heading, heading_from, position = "", "", -1, 0
    for token in TOKEN.finditer(source):
        pieces.append(source[position : token.start()])
        position = token.end()
        tag = (token["tag"] or "").lower()
        if token["raw"] and token["raw"].lower() == "title":
            title = title or _one_line(token["inner"])
        if tag == "h1":
            if token["close"] and heading_from >= 0:
                heading = heading or _one_line("".join(pieces[heading_from:]))
            heading_from = -1 if token["close"] else len(pieces)
        if tag not in INLINE:
            pieces.append("\n")
    pieces.append(source[position:])
    text = SPACES.sub(" ", html.unescape("".join(pieces)))
    return Page(title or heading, LINE_ENDS.sub("\n", text).strip())


def declared_encoding(head: bytes) -> str | None:
    """Return the encoding that a page names near its beginning, where Python knows it."""
    found = CHARSET.search(head[:1024])
    try:
        return codecs.lookup(found[1].decode("ascii")).name if found else None
    except LookupError:
        return None


def _one_line(text: str) -> str:
    return " ".join(html.unescape(text).split())
