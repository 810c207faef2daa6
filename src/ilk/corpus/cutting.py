"""Where the words of a folded text begin and end: patterns over the classes of its characters."""

from __future__ import annotations

import re
import string

from ilk.corpus.characters import UNSPACED, classes_of

_RUNS_WITH_BIGRAMS = re.compile("L[LM]*(?:J+[LM]+)*|U+")
_RUNS = re.compile("[LU][LUM]*(?:J+[LUM]+)*")
_ASCII_RUNS = re.compile("[a-z0-9]+")
_ASCII_BLANKS = {code: " " for code in range(128) if chr(code) not in string.ascii_lowercase + string.digits}


def cut(folded: str, min_length: int, max_length: int, *, bigrams: bool) -> list[tuple[int, int]]:
    """Return start and end of every word of a folded text without ignored characters, in order.

    Words shorter than min_length or longer than max_length are left out. With bigrams, a run of an unspaced
    script gives its overlapping pairs of characters, a run of one character that character.
    """
    if folded.isascii():
        runs = _ASCII_RUNS.finditer(folded)
        return [run.span() for run in runs if min_length <= run.end() - run.start() <= max_length]
    classes = classes_of(folded)
    spans: list[tuple[int, int]] = []
    for run in (_RUNS_WITH_BIGRAMS if bigrams else _RUNS).finditer(classes):
        start, end = run.span()
        if bigrams and classes[start] == UNSPACED:
            spans += zip(range(start, end - 1), range(start + 2, end + 1), strict=True)
            if end - start == 1:
                spans.append((start, end))
        elif min_length <= end - start <= max_length:
            spans.append((start, end))
    return spans


def words(folded: str, min_length: int, max_length: int, *, bigrams: bool) -> list[str]:
    """Return the words that `cut` finds, in order; ASCII texts take a faster way to the same."""
    if folded.isascii():
        return [w for w in folded.translate(_ASCII_BLANKS).split() if min_length <= len(w) <= max_length]
    return [folded[start:end] for start, end in cut(folded, min_length, max_length, bigrams=bigrams)]
