"""Where to look in a long text: cutting a whole book into terms to show one line of it takes too long.

A long text is looked at in blocks, the most promising first: those with the beginnings of most wanted terms,
which costs a search for substrings only. Of few blocks the terms are then known, and the best place wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ilk.snippets import Span, Window, best_window

SHORT = 24_000
"""A text of at most so many characters is looked at as a whole."""
BLOCK, OVERLAP = 500, 250
"""Characters of a block, and how far it reaches into the next one, so that no window is between two."""
ENOUGH, MOST = 30, 120
"""How many blocks are looked at: where a wanted term was found, and where none was."""
NEEDLES = 20
"""How many wanted terms, the heaviest, are searched for to tell which blocks are promising."""
_ROOM = 200
_AROUND = 600
_SHORTEST_STEM, _LONGEST_WORD = 3, 64
_LINE = re.compile(r".*\n?")
_HEADING_SIGNS, _SIGNS_AROUND = "#=-~*_> \t\r\n", 20
_GAP = re.compile(r"\s")

Cut = Callable[[str], list[Span]]


class _Found(NamedTuple):
    """The best window of wanted terms and, for want of any, that of related ones."""

    wanted: Window = Window()
    related: Window = Window()

    @property
    def rank(self) -> tuple[float, ...]:
        return *self.wanted[:2], *self.related[:2]

    @property
    def place(self) -> tuple[int, int]:
        window = self.wanted if self.wanted.n_matches else self.related
        return window.start, window.end


def blocks(text: str, size: int = 20_000) -> Iterator[str]:
    """Give a text piece by piece, cut between words where it has gaps.

    One character that does not fold to one makes the folding of a whole text slow; so only its piece is.
    """
    start = 0
    while start < len(text):
        end = _gap_after(text, start + size)
        yield text[start:end]
        start = end


def without_heading(text: str, title: str) -> str:
    """Return a text after the title that it begins with on lines of its own, marked or underlined or not.

    A text that has nothing else is returned whole.
    """
    wanted, seen = _plain(title), ""
    for line in _LINE.finditer(text) if wanted else ():
        if len(line[0]) > len(title) + _SIGNS_AROUND:
            return text[line.start() :] if seen == wanted else text
        plain = _plain(line[0])
        if plain and seen == wanted:
            return text[line.start() :]
        seen = f"{seen} {plain}".strip()
        if not wanted.startswith(seen):
            return text
    return text


def telling_part(text: str, cut: Cut, wanted: Mapping[str, float], related: Mapping[str, float]) -> str:
    """Return the part of a text to take a snippet from: all of a short one, of a long one the best place.

    `cut` gives the terms of a text with their places. Where neither wanted nor related terms are found, it is
    the beginning.
    """
    if len(text) <= SHORT:
        return text
    best, all_of_them = _Found(), round(sum(wanted.values()), 9)
    for number, (start, end) in enumerate(_promising_first(text, wanted)):
        found = _look(text[start:end], start, cut, wanted, related)
        best = max(best, found, key=lambda each: each.rank)  # of equals the first
        matched = best.wanted.n_matches > 0
        if (matched and best.wanted.weight >= all_of_them) or number + 1 >= (ENOUGH if matched else MOST):
            break
    first, last = best.place
    return text[_gap_after(text, first - _AROUND) : _gap_after(text, last + _AROUND)]


def _promising_first(text: str, wanted: Mapping[str, float]) -> Iterator[tuple[int, int]]:
    """Give where blocks begin and end, those with the heaviest beginnings of wanted terms first."""
    heaviest = sorted(wanted, key=lambda term: -wanted[term])[:NEEDLES]
    needles = [(term, _beginning(term), wanted[term]) for term in heaviest]

    def promise(start: int) -> float:
        lowered = text[start : start + BLOCK + OVERLAP].lower()
        return sum(
            weight if term in lowered else weight / 2
            for term, beginning, weight in needles
            if beginning in lowered
        )

    # The order is stable: of equals the first comes first.
    for start in sorted(range(0, len(text), BLOCK), key=promise, reverse=True):
        yield _gap_after(text, start), _gap_after(text, start + BLOCK + OVERLAP)


def _beginning(term: str) -> str:
    """Return how words of a term begin: a stem may differ from them in its last letter, as happi does."""
    return term[:-1] if len(term) > _SHORTEST_STEM else term


def _look(
    block: str, offset: int, cut: Cut, wanted: Mapping[str, float], related: Mapping[str, float]
) -> _Found:
    spans = [(start + offset, end + offset, term) for start, end, term in cut(block)]
    matches = [span for span in spans if span[2] in wanted]
    if matches:
        return _Found(best_window(matches, wanted, _ROOM))
    return _Found(related=best_window([span for span in spans if span[2] in related], related, _ROOM))


def _plain(line: str) -> str:
    return " ".join(line.strip(_HEADING_SIGNS).casefold().split())


def _gap_after(text: str, position: int) -> int:
    """Return the first gap between words at or after a position, or the position where none is near."""
    if position <= 0 or position >= len(text):
        return max(0, min(position, len(text)))
    gap = _GAP.search(text, position, position + _LONGEST_WORD)
    return gap.start() if gap else position
