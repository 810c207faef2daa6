"""Compiled: from counts of words to counts of terms, and rows in the order of the vocabulary."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ilk.compiled import compiled

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


@compiled
def merge_terms(
    words: Ints,
    counts: Ints,
    row_ends: Longs,
    term_of: Ints,
    first_row: int,
    df: Ints,
    last_row: Ints,
    entry: Ints,
) -> tuple[Ints, Ints, Longs]:
    """Turn counts of words into counts of terms, adding up words with one term, and count documents in df.

    term_of (W,) is the term of each word, negative for a word that is dropped; df, last_row and entry
    (n_terms,) live as long as the counting: last_row is the last document that had the term, -1 at first.
    """
    terms = np.empty_like(words)
    sums = np.empty_like(counts)
    ends = np.empty_like(row_ends)
    n, begin = 0, 0
    for row in range(row_ends.size):
        for at in range(begin, row_ends[row]):
            term = term_of[words[at]]
            if term < 0:
                continue
            if last_row[term] != first_row + row:
                last_row[term], entry[term] = first_row + row, n
                terms[n], sums[n] = term, 0
                df[term] += 1
                n += 1
            sums[entry[term]] += counts[at]
        begin = row_ends[row]
        ends[row] = n
    return terms[:n], sums[:n], ends


@compiled
def sort_rows(
    terms: Ints, counts: Ints, row_ends: Longs, number_of: Ints, n_numbers: int
) -> tuple[Ints, Ints, Longs]:
    """Renumber terms by number_of (n_terms,), leave out those with a negative number, sort each row.

    Entries are dealt out by number, then, in that order, back to their rows: two counting sorts.
    """
    ends = np.empty_like(row_ends)
    next_place = np.zeros(n_numbers + 1, np.int32)
    n, begin = 0, 0
    for row in range(row_ends.size):
        for at in range(begin, row_ends[row]):
            number = number_of[terms[at]]
            if number >= 0:
                next_place[number + 1] += 1
                n += 1
        begin = row_ends[row]
        ends[row] = n
    for number in range(n_numbers):
        next_place[number + 1] += next_place[number]
    entries = np.empty(n, np.int32)
    rows = np.empty(n, np.int32)
    begin = 0
    for row in range(row_ends.size):
        for at in range(begin, row_ends[row]):
            number = number_of[terms[at]]
            if number >= 0:
                place = next_place[number]
                next_place[number] += 1
                entries[place], rows[place] = at, row
        begin = row_ends[row]
    next_in_row = np.zeros(ends.size + 1, np.int64)
    for row in range(ends.size):
        next_in_row[row + 1] = ends[row]
    indices = np.empty(n, np.int32)
    data = np.empty(n, np.int32)
    for place in range(n):
        at, row = entries[place], rows[place]
        target = next_in_row[row]
        next_in_row[row] += 1
        indices[target], data[target] = number_of[terms[at]], counts[at]
    return indices, data, ends
