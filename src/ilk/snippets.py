"""The piece of a text that shows best why it was found."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from ilk.errors import ParameterError

_ELLIPSIS = "…"
_SHORTEST = 20
_LONGEST_WORD = 30
# Whitespace, and what would move the cursor or turn the direction of writing in a terminal.
_GAP = r"\s\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069"
_GAPS = re.compile(f"[{_GAP}]+")
_SOLID = re.compile(f"[^{_GAP}]+")

Span = tuple[int, int, str]
"""Where a token begins and ends in the text, and its term."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A line of text, the ranges in it that hold wanted terms, and those that hold related ones."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()
    related: tuple[tuple[int, int], ...] = ()


def snippet(
    text: str,
    spans: Iterable[Span],
    wanted: Mapping[str, float],
    width: int = 200,
    *,
    related: Mapping[str, float] | None = None,
) -> Snippet:
    """Return at most `width` characters around the wanted terms, or the beginning where there are none.

    The window with the largest sum of weights of distinct wanted terms wins, then the one with more of them
    in all, then the earlier one. Related terms are marked apart; they count where no wanted term is there.
    """
    if width < _SHORTEST:
        raise ParameterError(f"the width of a snippet must be at least {_SHORTEST} characters, got {width}")
    others = related or {}
    known = sorted(span for span in spans if span[2] in wanted or span[2] in others)
    matches = [span for span in known if span[2] in wanted]
    nearly = [span for span in known if span[2] not in wanted]
    if len(text) <= width:
        return _line(text, 0, len(text), matches, nearly)
    room = width - 2 * len(_ELLIPSIS)
    window = best_window(matches, wanted, room) if matches else best_window(nearly, others, room)
    start, end = _around(text, window.start, window.end, room)
    return _line(text, start, end, matches, nearly)


def places(text: str, spans: Iterable[Span], wanted: Container[str]) -> tuple[tuple[int, int], ...]:
    """Return the ranges of a text that hold wanted terms, in order; those that overlap or touch are one."""
    return tuple(_joined(sorted(span for span in spans if span[2] in wanted), 0, len(text)))


class Window(NamedTuple):
    """A run of matches: the weight of its distinct terms, how many it has, where it begins and ends."""

    weight: float = 0.0
    n_matches: int = 0
    start: int = 0
    end: int = 0


def best_window(matches: Sequence[Span], wanted: Mapping[str, float], room: int) -> Window:
    """Return the best run of matches within `room` characters, by one pass with two ends."""
    best = Window()
    inside: Counter[str] = Counter()
    weight, left = 0.0, 0
    for right, (_, end, term) in enumerate(matches):
        inside[term] += 1
        weight += wanted[term] if inside[term] == 1 else 0.0
        while left < right and end - matches[left][0] > room:
            dropped = matches[left][2]
            inside[dropped] -= 1
            weight -= wanted[dropped] if inside[dropped] == 0 else 0.0
            left += 1
        # Rounded, because sums that differ only by the order of their terms are the same.
        score = round(weight, 9), right - left + 1
        if score > best[:2]:
            best = Window(*score, matches[left][0], end)
    return best


def _around(text: str, first: int, last: int, room: int) -> tuple[int, int]:
    """Return a window of at most `room` characters around [first, last), cut between words."""
    spare = max(0, room - (last - first))
    start = max(0, min(first - spare // 3, len(text) - room))
    end = min(len(text), start + room)
    return _start_of_word(text, start, first), _end_of_word(text, end, min(last, end))


def _start_of_word(text: str, start: int, limit: int) -> int:
    if start == 0 or _GAPS.match(text[start - 1]):
        return start
    gap = _GAPS.search(text, start, min(limit, start + _LONGEST_WORD))
    if gap:
        return gap.end()
    # A script without spaces, or one long word: cut anywhere but before an accent.
    while start < limit and unicodedata.combining(text[start]):
        start += 1
    return start


def _end_of_word(text: str, end: int, limit: int) -> int:
    if end == len(text):
        return end
    for place in range(end, max(limit, end - _LONGEST_WORD) - 1, -1):
        if _GAPS.match(text[place]):
            return place
    while end > limit and unicodedata.combining(text[end]):
        end -= 1
    return end


def _line(text: str, start: int, end: int, matches: list[Span], nearly: list[Span]) -> Snippet:
    """Return the window on one line: runs of whitespace become one space, and the marks move along."""
    before = _ELLIPSIS if _SOLID.search(text, 0, start) else ""
    after = _ELLIPSIS if _SOLID.search(text, end) else ""
    runs = [run.span() for run in _SOLID.finditer(text, start, end)]
    lengths = [run_end - run_start + 1 for run_start, run_end in runs]
    places = list(accumulate(lengths, initial=len(before)))

    def moved(position: int) -> int:
        number = max(0, bisect_right(runs, (position, len(text))) - 1)
        run_start, run_end = runs[number]
        return places[number] + max(0, min(position, run_end) - run_start)

    def marks(spans: list[Span]) -> tuple[tuple[int, int], ...]:
        ranges = ((moved(first), moved(last)) for first, last in _joined(spans, start, end) if runs)
        return tuple((first, last) for first, last in ranges if first < last)

    line = before + " ".join(text[slice(*run)] for run in runs) + after
    matched = marks(matches)
    return Snippet(line, matched, _without(marks(nearly), matched))


def _without(
    ranges: Iterable[tuple[int, int]], taken: Iterable[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """Return what is left of some ranges outside of others: bigrams overlap, and a match wins."""
    left: list[tuple[int, int]] = []
    for start, end in ranges:
        free = start
        for taken_start, taken_end in taken:
            if taken_end <= free or end <= taken_start:
                continue
            if free < taken_start:
                left.append((free, taken_start))
            free = taken_end
        if free < end:
            left.append((free, end))
    return tuple(left)


def _joined(matches: list[Span], start: int, end: int) -> list[tuple[int, int]]:
    """Return the matches within [start, end); those that overlap or touch become one."""
    joined: list[tuple[int, int]] = []
    for match_start, match_end, _ in matches:
        first, last = max(start, match_start), min(end, match_end)
        if first >= last:
            continue
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined
