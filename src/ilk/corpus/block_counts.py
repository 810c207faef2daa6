"""Counting on all cores, in memory that does not grow with the texts.

Texts are folded and joined into blocks in the calling thread. Other threads cut and count the words of a
block, compiled and without the interpreter lock. Back in the calling thread, in the order of the blocks, only
words that no block has had before become Python strings, are looked up among the stop words and stemmed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.corpus import _scan_kernels, _term_kernels
from ilk.corpus.characters import LETTER, UNSPACED, class_table, fold
from ilk.corpus.counts import Counts, Limits
from ilk.corpus.pieces import Piece, Pieces
from ilk.corpus.tokenizer import Tokenizer
from ilk.errors import ParameterError
from ilk.threads import map_in_order

BLOCK_SIZE = 1 << 20  # characters
LONGEST = (1 << 31) - 1  # characters of a block, whose places are int32

Ints = NDArray[np.int32]


class Block(NamedTuple):
    """Folded documents as code points, one after the other; ends (N,) says where each of them ends."""

    codes: NDArray[np.uint32]
    ends: NDArray[np.int64]
    is_ascii: bool


class Scanned(NamedTuple):
    """The distinct words of a block, and how often each document has each of them."""

    table: NDArray[np.int64]
    codes: NDArray[np.uint32]
    words: Ints
    counts: Ints
    row_ends: NDArray[np.int64]


def count_blocks(
    texts: Iterable[str],
    tokenizer: Tokenizer,
    limits: Limits,
    threads: int | None,
    report: Callable[[int], None],
    spool: Path | None,
) -> Counts:
    """Count as `ilk.corpus.counts.count` does, whose result does not depend on blocks or threads."""
    words, terms = _WordTable(), _TermTable(tokenizer)
    with Pieces(spool) as pieces:
        n_docs = 0
        scan = partial(_scan, tokenizer, _classes(tokenizer))
        for block in map_in_order(scan, _blocks(texts, tokenizer), threads):
            numbers, new_words = words.number(block)
            terms.learn(new_words)
            pieces.append(terms.merge(block, numbers, n_docs))
            n_docs += block.row_ends.size
            report(n_docs)
        del words
        vocabulary, number_of = limits.number(list(terms.numbers), terms.df[: len(terms.numbers)], n_docs)
        n_entries = int(terms.df[: len(number_of)][number_of >= 0].sum(dtype=np.int64))
        del terms
        folder = spool if pieces.on_disk else None
        sort = partial(_sort, number_of, len(vocabulary))
        return _assemble(map_in_order(sort, pieces, threads), n_docs, n_entries, vocabulary, folder)


def _blocks(texts: Iterable[str], tokenizer: Tokenizer) -> Iterator[Block]:
    folded: list[str] = []
    size = 0
    for text in texts:
        folded.append(fold(text, turkic=tokenizer.turkic))
        size += len(folded[-1])
        if size >= BLOCK_SIZE:
            yield _block(folded)
            folded.clear()
            size = 0
    if folded:
        yield _block(folded)


def _block(folded: list[str]) -> Block:
    joined = "".join(folded)
    if len(joined) > LONGEST:
        raise ParameterError(f"a text must have fewer than {LONGEST - BLOCK_SIZE:,} characters; cut it up")
    ends = np.cumsum([len(text) for text in folded], dtype=np.int64)
    if joined.isascii():
        codes = np.frombuffer(joined.encode("ascii"), dtype=np.uint8).astype(np.uint32)
    else:  # a copy, because the kernels would be compiled a second time for an array that cannot be written
        codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).copy()
    return Block(codes, ends, joined.isascii())


def _classes(tokenizer: Tokenizer) -> NDArray[np.uint8]:
    """Return the class of every character; without bigrams, unspaced scripts have letters like all others."""
    classes = class_table()
    if not tokenizer.bigrams:
        classes = np.where(classes == ord(UNSPACED), np.uint8(ord(LETTER)), classes)
        classes.flags.writeable = False  # as the table is: the kernels know an array by that, too
    return classes


def _scan(tokenizer: Tokenizer, classes: NDArray[np.uint8], block: Block) -> Scanned:
    return Scanned(*_scan_kernels.scan(*block, classes, tokenizer.min_length, tokenizer.max_length))


def _sort(number_of: Ints, n_numbers: int, piece: Piece) -> Piece:
    return Piece(*_term_kernels.sort_rows(*piece, number_of, n_numbers))


def _assemble(
    pieces: Iterable[Piece], n_docs: int, n_entries: int, vocabulary: list[str], folder: Path | None
) -> Counts:
    """Lay sorted pieces one after the other, in memory or, if a folder is given, in two files there."""
    indptr = np.zeros(n_docs + 1, dtype=np.int64)
    indices, data = _final_array(folder, "indices", n_entries), _final_array(folder, "data", n_entries)
    document = entry = 0
    for terms, counts, row_ends in pieces:
        indices[entry : entry + terms.size] = terms
        data[entry : entry + counts.size] = counts
        indptr[document + 1 : document + 1 + row_ends.size] = row_ends + entry
        document += row_ends.size
        entry += terms.size
    return Counts(indptr, indices, data, vocabulary)


def _final_array(folder: Path | None, name: str, size: int) -> Ints:
    if folder is None or size == 0:
        return np.empty(size, dtype=np.int32)
    return np.lib.format.open_memmap(folder / f"{name}.npy", mode="w+", dtype=np.int32, shape=(size,))


class _WordTable:
    """The distinct words of all blocks, numbered in the order in which they first came up."""

    def __init__(self) -> None:
        self._table = np.empty((0, 2), np.int64)
        self._codes = np.empty(0, np.uint32)
        self._slots = _scan_kernels.slots_for(self._table, 0, 1 << 16)
        self._n_words = self._n_codes = 0

    def number(self, block: Scanned) -> tuple[Ints, list[str]]:
        """Return the number of each distinct word of a block, and the words that are new, in their order."""
        old_words, old_codes = self._n_words, self._n_codes
        self._table = _grown(self._table, old_words + len(block.table))
        self._codes = _grown(self._codes, old_codes + block.codes.size)
        identities, places = block.table.T
        numbers, self._slots, self._n_words, self._n_codes = _scan_kernels.number_words(
            block.codes,
            (places >> 32).astype(np.int32),
            places.astype(np.int32),
            identities.astype(np.uint64),
            self._table,
            self._codes,
            self._slots,
            old_words,
            old_codes,
        )
        text = self._codes[old_codes : self._n_codes].tobytes().decode("utf-32-le")
        starts = (self._table[old_words : self._n_words, _scan_kernels.PLACE] >> 32) - old_codes
        bounds = [*starts.tolist(), len(text)]
        return numbers, [text[start:end] for start, end in itertools.pairwise(bounds)]


class _TermTable:
    """The terms of all blocks, numbered in the order in which they first came up, and where they occurred."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self.numbers: dict[str, int] = {}
        self._term_of = np.empty(0, np.int32)
        self._n_words = 0
        self.df = np.empty(0, np.int32)
        self._last_row, self._entry = np.empty(0, np.int32), np.empty(0, np.int32)

    def learn(self, new_words: list[str]) -> None:
        """Find the terms of words, numbered from where the last ones ended."""
        numbers, old_terms = self.numbers, len(self.numbers)
        found = [
            numbers.setdefault(term, len(numbers)) if term else -1
            for term in self._tokenizer.resolve(new_words)
        ]
        end = self._n_words + len(found)
        self._term_of = _grown(self._term_of, end)
        self._term_of[self._n_words : end] = found
        self._n_words = end
        self.df, self._last_row, self._entry = (
            _grown(array, len(numbers)) for array in (self.df, self._last_row, self._entry)
        )
        self.df[old_terms : len(numbers)] = 0
        self._last_row[old_terms : len(numbers)] = -1

    def merge(self, block: Scanned, numbers: Ints, first_row: int) -> Piece:
        """Return the counts of the terms of a block whose words have these numbers."""
        terms, counts, row_ends = _term_kernels.merge_terms(
            block.words,
            block.counts,
            block.row_ends,
            self._term_of[numbers],
            first_row,
            self.df,
            self._last_row,
            self._entry,
        )
        return Piece(terms.copy(), counts.copy(), row_ends)


def _grown(array: NDArray[Any], n_rows: int) -> NDArray[Any]:
    """Return the array itself or, where it has fewer rows, a copy with room for half as many again."""
    if n_rows <= len(array):
        return array
    grown = np.empty((n_rows + n_rows // 2, *array.shape[1:]), array.dtype)
    grown[: len(array)] = array
    return grown
