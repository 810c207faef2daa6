"""Compiled: the words of one block of folded documents, stored one after the other as code points.

The words are those of `ilk.corpus.cutting.cut`, here as a loop over character classes. A word has an identity
of 64 bits and a tag. Most words fit into 64 bits, up to eight Latin-1 characters as bytes or a bigram: then
that is their identity, and the tag is their length with the bit EXACT. Others have a hash for an identity and
their length for a tag, and two of them are one only when all their code points are equal.

A table of distinct words has a row of two int64 for each: its identity, and its place, start << 32 | tag, in
the array of their code points. Slots, a power of two of them, hold the rows by open addressing.

Loops over the words of a text call no functions: numba counts the references to every array at each call,
which takes longer than all the rest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled
from ilk.corpus.characters import IGNORED, JOINER, LETTER, MARK, UNSPACED

Codes = NDArray[np.uint32]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Identities = NDArray[np.uint64]
Classes = NDArray[np.uint8]

IDENTITY, PLACE = 0, 1
EXACT = 1 << 30
TAG, LENGTH = 0xFFFFFFFF, EXACT - 1
EMPTY = -1
_FIRST_SLOTS = 1 << 15

_LETTER, _MARK, _JOINER, _UNSPACED, _IGNORED = (ord(c) for c in (LETTER, MARK, JOINER, UNSPACED, IGNORED))
_NONE, _LATIN, _MOST_LATIN = np.uint64(0), np.uint64(0x100), 8
_BYTE, _HALF = np.uint64(8), np.uint64(32)
_FNV_OFFSET, _FNV_PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)
_MIXER = np.uint64(0x9E3779B97F4A7C15)


@compiled
def scan(
    codes: Codes, ends: Longs, is_ascii: bool, classes: Classes, min_length: int, max_length: int
) -> tuple[Longs, Codes, Ints, Ints, Longs]:
    """Return the table of a block's distinct words (W, 2), their code points, and each document's counts.

    Words are numbered in the order in which they come up first, and their code points lie in that order.
    Document d has the entries row_ends[d - 1] to row_ends[d] of `words` and `counts`. It is all one call,
    because every return to the interpreter may have to wait for its lock.
    """
    if not is_ascii:
        codes, ends = drop_ignored(codes, ends, classes)
    starts, tags, identities, word_ends = cut_words(codes, ends, classes, min_length, max_length)
    hash_words(codes, starts, tags, identities)
    table = np.empty((starts.size, 2), np.int64)
    distinct = np.empty(2 * codes.size, np.uint32)  # twice, because the characters of bigrams overlap
    slots = slots_for(table, 0, _FIRST_SLOTS)
    numbers, _, n_words, n_codes = number_words(codes, starts, tags, identities, table, distinct, slots, 0, 0)
    words, counts, row_ends = count_numbers(numbers, word_ends, n_words)
    # Copies, because these are the beginnings of arrays that are as long as the text.
    return table[:n_words].copy(), distinct[:n_codes].copy(), words.copy(), counts.copy(), row_ends


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
    codes: Codes, ends: Longs, classes: Classes, min_length: int, max_length: int
) -> tuple[Ints, Ints, Identities, Longs]:
    """Return start, tag and exact identity of every word (M,), and where each document's words end (N,)."""
    starts, tags = np.empty(codes.size, np.int32), np.empty(codes.size, np.int32)
    identities = np.empty(codes.size, np.uint64)
    word_ends = np.empty_like(ends)
    n, at = 0, 0
    for document in range(ends.size):
        begin, end = at, ends[document]
        while at < end:
            kind = classes[codes[at]]
            if kind == _LETTER:
                stop = past = at + 1  # without trailing joiners, and with them
                first_joiner = end
                packed = every = np.uint64(codes[at])
                while past < end:
                    code = np.uint64(codes[past])
                    kind = classes[code]
                    if kind in (_LETTER, _MARK):
                        packed = packed << _BYTE | code
                        every |= code
                        past += 1
                        stop = past
                    elif kind == _JOINER:
                        first_joiner = min(first_joiner, past)
                        past += 1
                    else:
                        break
                length = stop - at
                if min_length <= length <= max_length:
                    is_exact = every < _LATIN and length <= _MOST_LATIN and first_joiner >= stop
                    starts[n], tags[n], identities[n] = at, length | EXACT if is_exact else length, packed
                    n += 1
                at = past
            elif kind == _UNSPACED:
                is_pair = at + 1 < end and classes[codes[at + 1]] == _UNSPACED
                if is_pair or at == begin or classes[codes[at - 1]] != _UNSPACED:
                    second = np.uint64(codes[at + 1]) if is_pair else _NONE
                    starts[n], tags[n] = at, 2 | EXACT if is_pair else 1 | EXACT
                    identities[n] = np.uint64(codes[at]) << _HALF | second
                    n += 1
                at += 1
            else:
                at += 1
        word_ends[document] = n
    return starts[:n], tags[:n], identities[:n], word_ends


@compiled
def hash_words(codes: Codes, starts: Ints, tags: Ints, identities: Identities) -> None:
    """Fill in the identities of words that are not exact: FNV-1a over their code points."""
    for word in range(starts.size):
        if not tags[word] & EXACT:
            hashed = _FNV_OFFSET
            for at in range(starts[word], starts[word] + tags[word]):
                hashed = (hashed ^ np.uint64(codes[at])) * _FNV_PRIME
            identities[word] = hashed


@compiled
def number_words(
    codes: Codes,
    starts: Ints,
    tags: Ints,
    identities: Identities,
    table: Longs,
    distinct: Codes,
    slots: Ints,
    n_words: int,
    n_codes: int,
) -> tuple[Ints, Ints, int, int]:
    """Number words (M,) by their rows in a table of distinct words, adding those that are not in it.

    Returns the numbers, the slots, which may have grown, and how many words and code points there are now.
    The caller has made room in `table` and `distinct` for M more words.
    """
    numbers = np.empty(starts.size, np.int32)
    for at in range(starts.size):
        start, tag, identity = starts[at], np.int64(tags[at]), np.int64(identities[at])
        mixed = identities[at] * _MIXER
        mask = slots.size - 1
        slot = np.int64(mixed ^ (mixed >> _HALF)) & mask
        word = np.int64(slots[slot])
        while word != EMPTY:
            if table[word, IDENTITY] == identity and table[word, PLACE] & TAG == tag:
                if tag & EXACT:
                    break
                other, same = table[word, PLACE] >> 32, 0
                while same < tag and distinct[other + same] == codes[start + same]:
                    same += 1
                if same == tag:
                    break
            slot = (slot + 1) & mask
            word = np.int64(slots[slot])
        if word == EMPTY:
            word = np.int64(n_words)
            slots[slot], table[word, IDENTITY], table[word, PLACE] = word, identity, n_codes << 32 | tag
            for i in range(tag & LENGTH):
                distinct[n_codes + i] = codes[start + i]
            n_words += 1
            n_codes += int(tag & LENGTH)
            if 2 * n_words > slots.size:
                slots = slots_for(table, n_words, 2 * slots.size)
        numbers[at] = word
    return numbers, slots, n_words, n_codes


@compiled
def slots_for(table: Longs, n_words: int, n_slots: int) -> Ints:
    """Return slots, a power of two of them, for the first n_words rows of a table."""
    slots = np.empty(n_slots, np.int32)
    for slot in range(n_slots):
        slots[slot] = EMPTY
    mask = n_slots - 1
    for word in range(n_words):
        mixed = np.uint64(table[word, IDENTITY]) * _MIXER
        place = np.int64(mixed ^ (mixed >> _HALF)) & mask
        while slots[place] != EMPTY:
            place = (place + 1) & mask
        slots[place] = word
    return slots


@compiled
def count_numbers(numbers: Ints, word_ends: Longs, n_words: int) -> tuple[Ints, Ints, Longs]:
    """Return each document's distinct words and their counts; its entries end at row_ends (N,)."""
    words, counts = np.empty(numbers.size, np.int32), np.empty(numbers.size, np.int32)
    row_ends = np.empty_like(word_ends)
    last_row, entry = np.empty(n_words, np.int32), np.empty(n_words, np.int32)
    for word in range(n_words):
        last_row[word] = -1
    n, begin = 0, 0
    for row in range(word_ends.size):
        for at in range(begin, word_ends[row]):
            word = numbers[at]
            if last_row[word] == row:
                counts[entry[word]] += 1
            else:
                last_row[word], entry[word] = row, n
                words[n], counts[n] = word, 1
                n += 1
        begin = word_ends[row]
        row_ends[row] = n
    return words[:n], counts[:n], row_ends
