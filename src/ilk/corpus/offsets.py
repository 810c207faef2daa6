"""A folded text that remembers where each of its characters came from.

Folding changes lengths: ß becomes ss, ﬁ becomes fi, e and a combining accent become é. But it never looks
across the beginning of a character that attaches to nothing before it, so a text may be folded piece by
piece, each piece one such character with whatever attaches to it: fold(a + b) = fold(a) + fold(b).
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence

from ilk.corpus.characters import drop_ignored, fold, lower

_JAMO_VOWELS_AND_FINALS = range(0x1160, 0x1200)
_KIRAT_RAI_VOWEL = 0x16D67  # since Unicode 16 the only other letter that composes with the one before it
_PIECE = re.compile(".a*", re.DOTALL)
# The last of some ASCII characters belongs to the next stretch, because an accent may follow it.
_STRETCH = re.compile(r"(?P<ascii>[\x00-\x7f]+(?=[\x00-\x7f]|\Z))|[\x00-\x7f]?[^\x00-\x7f]+")


def fold_with_offsets(text: str, *, turkic: bool = False) -> tuple[str, Sequence[int], Sequence[int]]:
    """Return the folded text without ignored characters, and start and end in `text` of each character."""
    lowered = lower(text, turkic=turkic)
    if _folds_in_place(text, lowered):
        return lowered, range(len(text)), range(1, len(text) + 1)
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    attachments = text.translate(_ATTACHMENTS)
    for stretch in _STRETCH.finditer(text):
        if stretch["ascii"]:  # one for one: most of a text in which a single character is not
            pieces.append(lower(stretch[0], turkic=turkic))
            starts += range(*stretch.span())
            ends += range(stretch.start() + 1, stretch.end() + 1)
            continue
        for piece in _PIECE.finditer(attachments, *stretch.span()):
            start, end = piece.span()
            folded = _fold_piece(text[start:end], turkic)
            pieces.append(folded)
            starts += [start] * len(folded)
            ends += [end] * len(folded)
    return "".join(pieces), starts, ends


def _folds_in_place(text: str, lowered: str) -> bool:
    """Say whether each character folds to one character, so that offsets stay; most texts are like that."""
    if text.isascii() and lowered.isascii():
        return True
    return (
        len(lowered) == len(text)  # lowering never shortens, so equal lengths mean one for one
        and unicodedata.is_normalized("NFKC", text)
        and unicodedata.is_normalized("NFKC", lowered)
        and len(drop_ignored(lowered)) == len(text)
    )


@functools.lru_cache(maxsize=4096)
def _fold_piece(piece: str, turkic: bool) -> str:
    return drop_ignored(fold(piece, turkic=turkic))


class _Attachments(dict[int, str]):
    """Code point → "a" if it may combine with the character before it, "b" if it begins a piece."""

    def __missing__(self, code: int) -> str:
        first = unicodedata.normalize("NFKD", chr(code))[0]
        attaches = (
            unicodedata.category(first).startswith("M")
            or ord(first) in _JAMO_VOWELS_AND_FINALS
            or code == _KIRAT_RAI_VOWEL
        )
        letter = self[code] = "a" if attaches else "b"
        return letter


_ATTACHMENTS = _Attachments()
