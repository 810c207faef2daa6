"""Texts in styles, on one line in a pipe and wrapped to the width of a terminal."""

from __future__ import annotations

import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import click

Style = Mapping[str, Any]
Ranges = Iterable[tuple[int, int]]
PLAIN: Style = {}
BOLD: Style = {"bold": True}

_NARROWEST = 20
# What would move the cursor or turn the direction of writing in a terminal.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Painted:
    """A text, and the style of each of its characters."""

    text: str
    styles: tuple[Style, ...]

    def __add__(self, other: Painted) -> Painted:
        """Return one after the other."""
        return Painted(self.text + other.text, self.styles + other.styles)

    def __str__(self) -> str:
        """Return the text on one line with the codes of its styles."""
        return self._part(0, len(self.text))

    def echo(self, before: str) -> None:
        """Print it after a beginning, in a terminal on as many lines as it needs, all indented alike."""
        indent = printed_width(click.unstyle(before))
        for number, (start, end) in enumerate(_lines(self.text, room_beside(indent))):
            click.echo((" " * indent if number else before) + self._part(start, end))

    def _part(self, start: int, end: int) -> str:
        pieces, position = [], start
        for style, run in groupby(self.styles[start:end]):
            piece = self.text[position : position + sum(1 for _ in run)]
            pieces.append(click.style(piece, **style) if style else piece)
            position += len(piece)
        return "".join(pieces)


def painted(text: str, style: Style = PLAIN, *layers: tuple[Ranges, Style]) -> Painted:
    """Return a text that is safe to print, in one style, ranges of it in others, of which the last wins."""
    styles = [style] * len(text)
    for ranges, other in layers:
        for start, end in ranges:
            styles[start:end] = [other] * len(styles[start:end])
    return Painted(clean(text), tuple(styles))


def clean(text: str) -> str:
    """Return a text of the same length without line breaks and characters that steer a terminal."""
    return _UNPRINTABLE.sub(" ", text)


def room_beside(indent: int) -> int | None:
    """Return how many columns a terminal leaves beside an indent; None where nothing is to be wrapped."""
    if not (sys.stdout and sys.stdout.isatty()):  # there is none where it was closed
        return None
    return max(_NARROWEST, shutil.get_terminal_size().columns - indent)


def printed_width(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(map(_columns, text))


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _lines(text: str, room: int | None) -> Iterator[tuple[int, int]]:
    """Give where lines of at most `room` columns begin and end, broken between words; one without `room`."""
    start = 0
    while room is not None and (limit := _limit(text, start, room)) < len(text):
        gap = text.rfind(" ", start + 1, limit + 1)
        wide = _columns(text[limit]) > 1  # scripts without spaces may be broken anywhere
        end = limit if gap < 0 or wide else gap
        yield start, start + len(text[start:end].rstrip(" "))
        start = len(text) - len(text[end:].lstrip(" "))
    yield start, len(text)


def _limit(text: str, start: int, room: int) -> int:
    """Return the end of the longest piece of a text that fits into a line."""
    taken = 0
    for position in range(start, len(text)):
        taken += _columns(text[position])
        if taken > room:
            return max(position, start + 1)
    return len(text)
