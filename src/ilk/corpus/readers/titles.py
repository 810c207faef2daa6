"""The title of a text file: its first heading or, where it has none, its first line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

MAX_TITLE = 200
SEARCHED = 1 << 16
MARKDOWN = frozenset({".md", ".markdown"})
HASHES = re.compile(r" {0,3}#{1,6}[ \t]+")
FENCE = re.compile(r" {0,3}(```|~~~)")
MARKDOWN_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
NOT_UNDERLINED = re.compile(r"\s*$|\s*[-*+>|#]|\t| {4}")
RST_UNDERLINE = re.compile(r"""([!-/:-@\[-`{-~])\1+[ \t]*$""")


def title_of(text: str, ending: str) -> str:
    """Return the title of a text whose file has the ending."""
    lines = text.lstrip()[:SEARCHED].splitlines()
    found = ""
    if ending in MARKDOWN:
        lines = _after_front_matter(lines)
        found = _markdown_heading(lines)
    elif ending == ".rst":
        found = _rst_heading(lines)
    first = next((line for line in lines if line.strip()), "")
    return shortened(found or first)


def shortened(title: str) -> str:
    """Return a title on one line, cut at a word where it is too long."""
    title = " ".join(title.split())
    if len(title) <= MAX_TITLE:
        return title
    return title[: MAX_TITLE - 1].rsplit(" ", 1)[0] + "…"


def _markdown_heading(lines: list[str]) -> str:
    """Return the first heading, marked with # or underlined, that stands outside of code."""
    for line, following in pairwise([*_outside_code(lines), ""]):
        if hashes := HASHES.match(line):
            return line[hashes.end() :].strip().rstrip("#")
        if MARKDOWN_UNDERLINE.match(following) and not NOT_UNDERLINED.match(line):
            return line
    return ""


def _outside_code(lines: list[str]) -> Iterator[str]:
    """Yield the lines outside of fenced blocks, in which # opens a comment."""
    fence = ""
    for line in lines:
        mark = FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1] == fence:
            fence = ""
        elif not fence:
            yield line


def _after_front_matter(lines: list[str]) -> list[str]:
    """Return the lines after the block between two rows of dashes that some tools put first."""
    if lines[:1] == ["---"] and "---" in lines[1:]:
        return lines[lines.index("---", 1) + 1 :]
    return lines


def _rst_heading(lines: list[str]) -> str:
    """Return the first line that is underlined at its full length."""
    for line, following in pairwise(lines):
        title = line.strip()
        underlined = RST_UNDERLINE.match(following) and len(following.rstrip()) >= len(title)
        if title and underlined and not RST_UNDERLINE.match(title):
            return title
    return ""
