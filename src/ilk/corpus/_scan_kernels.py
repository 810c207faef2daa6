"""Compiled: the words of one block of folded documents, stored one after the other as code points.

The words are those of `ilk.corpus.cutting.cut`, here as a loop over character classes.

A table of distinct words has one row of int64 a word, so that whatever is asked about a word lies together in
memory: its hash; its place, start << 32 | length, among the code points of the distinct words; and, while a
block is counted, the last document that had it and the entry there. Slots, a power of two of them, hold rows
of the table by open addressing; two words are one only when all their code points are equal, whatever their
hashes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled
from ilk.corpus.characters import IGNORED, JOINER, LETTER, MARK, UNSPACED

Codes = NDArray[np.uint32]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Table = NDArray[np.int64]
Classes = NDArray[np.uint8]

HASH, PLACE, LAST_ROW, ENTRY = range(4)
EMPTY = -1
_FIRST_SLOTS = 1 << 14

_LETTER, _MARK, _JOINER, _UNSPACED, _IGNORED = (ord(c) for c in (LETTER, MARK, JOINER, UNSPACED, IGNORED))
_FNV_OFFSET = np.uint64(0xCBF29CE484222325)
_FNV_PRIME = np.uint64(0x100000001B3)
_HALF = np.uint64(32)
_LENGTH = 0xFFFFFFFF


@compiled
def scan(
    codes: Codes,
    ends: Longs,
    is_ascii: bool,
    classes: Classes,
    min_length: int,
    max_length: int,
    bigrams: bool,
) -> tuple[Table, Codes, Ints, Ints, Longs]:
    """Cut and count a block in one call: every return to the interpreter may wait for its lock."""
    if not is_ascii:
        codes, ends = drop_ignored(codes, ends, classes)
    starts, lengths, word_ends = cut_words(codes, ends, classes, min_length, max_length, bigrams)
    table, distinct, words, counts, row_ends = count_words(codes, starts, lengths, word_ends)
    # Copies, because these are the used beginnings of arrays that are as long as the text.
    return table.copy(), distinct.copy(), words.copy(), counts.copy(), row_ends


@compiled
def drop_ignored(codes: Codes, ends: Longs, classes: Classes) -> tuple[Codes, Longs]:
    """Return the documents without ignored characters; `ends` (N,) says where each of them ends."""
    kept = np.empty_like(codes)
    kept_ends = np.empty_like(ends)
    n, begin = 0, 0
    for document in range(ends.size):
        for at in range(begin, ends[document]):
            if classes[codes[at]] != _IGNORED:
                kept[n] = codes[at]
                n += 1
        begin = ends[document]
        kept_ends[document] = n
    return kept[:n], kept_ends


@compiled
def cut_words(
    codes: Codes, ends: Longs, classes: Classes, min_length: int, max_length: int, bigrams: bool
) -> tuple[Ints, Ints, Longs]:
    """Return start and length of every word (M,), and where each document's words end among them (N,)."""
    starts = np.empty(codes.size, np.int32)
    lengths = np.empty(codes.size, np.int32)
    word_ends = np.empty(ends.size, np.int64)
    n, at = 0, 0
    for document in range(ends.size):
        end = ends[document]
        while at < end:
            kind = classes[codes[at]]
            if kind == _UNSPACED and bigrams:
                stop = at + 1
                while stop < end and classes[codes[stop]] == _UNSPACED:
                    stop += 1
                for first in range(at, max(stop - 1, at + 1)):
                    starts[n] = first
                    lengths[n] = min(2, stop - first)
                    n += 1
                at = stop
            elif kind in (_LETTER, _UNSPACED):
                stop, past = _end_of_word(codes, at, end, classes, bigrams)
                if min_length <= stop - at <= max_length:
                    starts[n] = at
                    lengths[n] = stop - at
                    n += 1
                at = past
            else:
                at += 1
        word_ends[document] = n
    return starts[:n], lengths[:n], word_ends


@compiled
def _end_of_word(codes: Codes, at: int, end: int, classes: Classes, bigrams: bool) -> tuple[int, int]:
    """Return the end of the word that begins at `at`, without trailing joiners, and with them."""
    stop = past = at + 1
    while past < end:
        kind = classes[codes[past]]
        if kind in (_LETTER, _MARK) or (kind == _UNSPACED and not bigrams):
            past += 1
            stop = past
        elif kind == _JOINER:
            past += 1
        else:
            break
    return stop, past


@compiled
def count_words(
    codes: Codes, starts: Ints, lengths: Ints, word_ends: Longs
) -> tuple[Table, Codes, Ints, Ints, Longs]:
    """Return the table of distinct words (W, 4), their code points, and the counts of each document.

    Words are numbered in the order in which they come up first, and their code points lie in that order.
    Document d has the entries row_ends[d - 1] to row_ends[d] of `words` and `counts`, each of its words once.
    """
    table = np.empty((starts.size, 4), np.int64)
    distinct = np.empty(2 * codes.size, np.uint32)  # twice, because the characters of bigrams overlap
    slots = _empty_slots(_FIRST_SLOTS)
    words = np.empty(starts.size, np.int32)
    counts = np.empty(starts.size, np.int32)
    row_ends = np.empty_like(word_ends)
    n_words, n_codes, n_entries, begin = 0, 0, 0, 0
    for row in range(word_ends.size):
        for at in range(begin, word_ends[row]):
            start, length = int(starts[at]), int(lengths[at])
            hashed = _hash(codes, start, length)
            slot = _find(codes, start, length, hashed, slots, table, distinct)
            word = int(slots[slot])
            if word == EMPTY:
                word = n_words
                _add(codes, start, length, hashed, slots, slot, table, distinct, n_words, n_codes)
                table[word, LAST_ROW] = -1
                n_words += 1
                n_codes += length
                if 2 * n_words > slots.size:
                    slots = rehashed(table, n_words, 2 * slots.size)
            if table[word, LAST_ROW] != row:
                table[word, LAST_ROW], table[word, ENTRY] = row, n_entries
                words[n_entries], counts[n_entries] = word, 0
                n_entries += 1
            counts[table[word, ENTRY]] += 1
        begin = word_ends[row]
        row_ends[row] = n_entries
    return table[:n_words], distinct[:n_codes], words[:n_entries], counts[:n_entries], row_ends


@compiled
def add_words(
    table: Table, codes: Codes, slots: Ints, all_words: Table, all_codes: Codes, n_words: int, n_codes: int
) -> tuple[Ints, int, int]:
    """Number the words of a block's table (W, 4) in the table of all words; return the latter's new sizes.

    The caller has made room: half of the slots stay empty even if every word is new.
    """
    numbers = np.empty(table.shape[0], np.int32)
    for at in range(numbers.size):
        hashed, start, length = table[at, HASH], table[at, PLACE] >> 32, table[at, PLACE] & _LENGTH
        slot = _find(codes, start, length, hashed, slots, all_words, all_codes)
        if slots[slot] == EMPTY:
            _add(codes, start, length, hashed, slots, slot, all_words, all_codes, n_words, n_codes)
            n_words += 1
            n_codes += length
        numbers[at] = slots[slot]
    return numbers, n_words, n_codes


@compiled
def rehashed(table: Table, n_words: int, n_slots: int) -> Ints:
    """Return new slots, a power of two of them, for the first n_words words, which are known to differ."""
    slots = _empty_slots(n_slots)
    mask = n_slots - 1
    for word in range(n_words):
        slot = table[word, HASH] & mask
        while slots[slot] != EMPTY:
            slot = (slot + 1) & mask
        slots[slot] = word
    return slots


@compiled
def _hash(codes: Codes, start: int, length: int) -> np.int64:
    """Return FNV-1a over code points, its halves folded together: slots look at the low bits only."""
    hashed = _FNV_OFFSET
    for at in range(start, start + length):
        hashed = (hashed ^ np.uint64(codes[at])) * _FNV_PRIME
    return np.int64(hashed ^ (hashed >> _HALF))


@compiled
def _find(
    codes: Codes, start: int, length: int, hashed: np.int64, slots: Ints, table: Table, distinct: Codes
) -> np.int64:
    """Return the slot of the word codes[start : start + length], or the empty slot where it belongs."""
    mask = slots.size - 1
    slot = hashed & mask
    while slots[slot] != EMPTY:
        word = slots[slot]
        if table[word, HASH] == hashed and table[word, PLACE] & _LENGTH == length:
            other, same = table[word, PLACE] >> 32, 0
            while same < length and distinct[other + same] == codes[start + same]:
                same += 1
            if same == length:
                break
        slot = (slot + 1) & mask
    return slot


@compiled
def _add(
    codes: Codes,
    start: int,
    length: int,
    hashed: np.int64,
    slots: Ints,
    slot: np.int64,
    table: Table,
    distinct: Codes,
    n_words: int,
    n_codes: int,
) -> None:
    """Put the word codes[start : start + length] at the end of the table, where there is room."""
    slots[slot], table[n_words, HASH], table[n_words, PLACE] = n_words, hashed, n_codes << 32 | length
    for at in range(length):
        distinct[n_codes + at] = codes[start + at]


@compiled
def _empty_slots(n_slots: int) -> Ints:
    slots = np.empty(n_slots, np.int32)
    for slot in range(n_slots):
        slots[slot] = EMPTY
    return slots
