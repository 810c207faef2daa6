"""Which characters make words: folding, and one class for every code point.

A text is folded before it is cut: NFKC (ﬁ → fi, Ａ → A, half-width → full-width), then Unicode case folding
(Straße → strasse), then NFKC again, because folding a composed letter may leave a sequence that NFKC would
have composed. Every code point then has one of six classes, and words are patterns over these classes, which
the Python tokenizer and the compiled one both follow:

    L  letter or number        begins a word
    M  combining mark          continues a word (vowel signs of Hindi, Tamil …), never begins one: NFKC turns
                               the free-standing accents ´ ¨ ¸ into a space and a mark
    J  zero-width non-joiner   kept between the letters of a word (Persian), trimmed from its end
    U  unspaced script         Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese: cut into bigrams
    I  ignored                 soft hyphen, variation selectors, direction marks …: as if they were not there
    .  everything else         separates words; also the underscore, apostrophes and hyphens
"""

from __future__ import annotations

import bisect
import functools
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LETTER, MARK, JOINER, UNSPACED, IGNORED, SEPARATOR = "LMJUI."

N_CODE_POINTS = 0x110000
_ZERO_WIDTH_NON_JOINER = 0x200C

_IGNORED_RANGES = (
    (0x00AD, 0x00AD),  # soft hyphen: where a word may be broken
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x061C, 0x061C),  # Arabic letter mark
    (0x0640, 0x0640),  # tatweel, which only stretches an Arabic word
    (0x115F, 0x1160),  # Hangul fillers, invisible letters
    (0x17B4, 0x17B5),  # Khmer inherent vowels, invisible too
    (0x180B, 0x180F),  # Mongolian variation selectors and vowel separator
    (0x200D, 0x200F),  # zero-width joiner, left-to-right and right-to-left marks
    (0x202A, 0x202E),  # directional embeddings and overrides
    (0x2060, 0x2064),  # word joiner, invisible operators
    (0x2066, 0x206F),  # directional isolates
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFEFF, 0xFEFF),  # byte order mark
    (0xE0100, 0xE01EF),  # variation selectors of ideographs
)

_HAN_PLANES = (0x20000, 0x3FFFF)
_UNSPACED_RANGES = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1100, 0x11FF),  # Hangul jamo
    (0x1780, 0x17FF),  # Khmer
    (0x3000, 0x31FF),  # iteration marks, Hiragana, Katakana, Bopomofo, compatibility jamo
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),  # Han
    (0xA960, 0xA97F),  # Hangul jamo
    (0xA9E0, 0xA9FF),  # Burmese
    (0xAA60, 0xAA7F),  # Burmese
    (0xAC00, 0xD7FF),  # Hangul syllables
    (0xF900, 0xFAFF),  # Han
    (0x1AFF0, 0x1B16F),  # Kana
)

# The great uniform stretches, which the table fills without asking for each character.
_UNIFORM_RANGES = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3),
    (0xD800, 0xF8FF),
    _HAN_PLANES,
    (0x40000, 0xDFFFF),
    (0xE1000, N_CODE_POINTS - 1),
)

_IGNORED_CODES = frozenset(code for first, last in _IGNORED_RANGES for code in range(first, last + 1))
_IGNORED_PATTERN = re.compile("[" + "".join(f"{chr(a)}-{chr(b)}" for a, b in _IGNORED_RANGES) + "]+")
# A single full-width comma makes normalising a text a hundred times slower: most such characters are replaced
# beforehand, stretch by stretch, which does not change the result.
_OFTEN_NOT_NORMAL = re.compile(
    "[\u00a0\u00a8-\u00be\u2000-\u200a\u2011\u2024-\u2026\u202f\u2032-\u2037\u2070-\u209c\u2100-\u218b"
    "\u2460-\u24ea\u3000\u3200-\u33ff\ufb00-\ufb06\uff01-\uffee]+"
)
_UNSPACED_BOUNDS = [bound for first, last in _UNSPACED_RANGES for bound in (first, last + 1)]


def fold(text: str, *, turkic: bool = False) -> str:
    """Return the text in the form in which words are compared; ignored characters are still in it."""
    if text.isascii():
        return lower(text, turkic=True) if turkic else text.lower()
    normal = _normal(_OFTEN_NOT_NORMAL.sub(lambda found: _normal(found[0]), text))
    lowered = lower(normal, turkic=turkic)
    return normal if lowered == normal else _normal(lowered)


def lower(text: str, *, turkic: bool = False) -> str:
    """Return the case-folded text, each character on its own; with turkic, I becomes ı as in Turkish.

    İ becomes a plain i in every language: its dot would survive as a combining mark and make another word.
    """
    if turkic:
        text = text.replace("I", "ı")
    return text.replace("İ", "i").casefold()


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def drop_ignored(folded: str) -> str:
    """Return the folded text without the ignored characters."""
    return folded if folded.isascii() else _IGNORED_PATTERN.sub("", folded)


def character_class(code: int) -> str:
    """Return the class letter of a code point."""
    if code in _IGNORED_CODES:
        return IGNORED
    if code == _ZERO_WIDTH_NON_JOINER:
        return JOINER
    if _HAN_PLANES[0] <= code <= _HAN_PLANES[1]:  # by Unicode's plan: Han of later versions counts too
        return UNSPACED
    category = unicodedata.category(chr(code))
    if category[0] not in "LMN":
        return SEPARATOR
    if category not in {"Nd", "No"} and bisect.bisect_right(_UNSPACED_BOUNDS, code) % 2:
        return UNSPACED
    return MARK if category[0] == "M" else LETTER


class _Classes(dict[int, str]):
    """Code point → class letter, for str.translate; asks once for every character that is met."""

    def __missing__(self, code: int) -> str:
        letter = self[code] = character_class(code)
        return letter


_CLASSES = _Classes()


def classes_of(text: str) -> str:
    """Return the class letters of a text, one a character."""
    return text.translate(_CLASSES)


@functools.cache
def class_table() -> NDArray[np.uint8]:
    """Return the class of every code point as the code of its letter, uint8 (0x110000,), read-only."""
    import numpy as np

    table = np.zeros(N_CODE_POINTS, dtype=np.uint8)
    for first, last in _UNIFORM_RANGES:
        table[first : last + 1] = ord(character_class(first))
    others = np.flatnonzero(table == 0)
    letters = "".join(map(character_class, others.tolist()))
    table[others] = np.frombuffer(letters.encode("ascii"), dtype=np.uint8)
    table.flags.writeable = False
    return table
