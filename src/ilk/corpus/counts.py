"""How often each term occurs in each document: the sparse matrix that everything else works on."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass
from numbers import Integral, Real
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.corpus.tokenizer import Tokenizer
from ilk.errors import ParameterError
from ilk.progress import Progress, silent
from ilk.threads import thread_count

if TYPE_CHECKING:
    from scipy.sparse import csr_array

STAGE = "counting"
"""The name under which counting reports its progress."""

_SMALL = 200_000  # characters: fewer are counted before a compiler would even be loaded

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Counts:
    """The counts of n_docs documents over n_terms terms, by rows, each row sorted by term without repeats.

    indptr (n_docs + 1,), indices and data (n_nonzeros,), vocabulary (n_terms,) sorted by code points, which
    is also the order of its UTF-8 bytes.
    """

    indptr: Longs
    indices: Ints
    data: Ints
    vocabulary: list[str]

    @property
    def n_docs(self) -> int:
        """Return the number of documents, empty ones included."""
        return len(self.indptr) - 1

    @property
    def n_terms(self) -> int:
        """Return the number of terms."""
        return len(self.vocabulary)

    def matrix(self) -> csr_array:
        """Return the counts as a SciPy matrix (n_docs, n_terms) over the same memory."""
        from scipy.sparse import csr_array

        return csr_array((self.data, self.indices, self.indptr), shape=(self.n_docs, self.n_terms))


class Limits(NamedTuple):
    """In how many documents a term must and may occur, as scikit-learn has it: a whole number or a share."""

    min_df: int | float
    max_df: int | float

    def check(self) -> None:
        """Refuse what is neither a number of documents nor a share of them."""
        for name, value in self._asdict().items():
            if not (_is_whole(value) and value >= 1) and not (_is_share(value) and 0.0 <= value <= 1.0):
                raise ParameterError(
                    f"{name} must be a whole number of documents of at least 1 or a share from 0.0 to 1.0, "
                    f"got {value!r}"
                )
        if _is_whole(self.min_df) == _is_whole(self.max_df) and self.max_df < self.min_df:
            raise ParameterError(f"max_df must be at least min_df, which is {self.min_df}, got {self.max_df}")

    def number(self, terms: list[str], df: Ints, n_docs: int) -> tuple[list[str], Ints]:
        """Return the terms that stay, sorted, and the new number of each term (n_terms,), -1 if it goes."""
        lowest, highest = (value if _is_whole(value) else value * n_docs for value in self)
        order = sorted(np.flatnonzero((df >= lowest) & (df <= highest)).tolist(), key=terms.__getitem__)
        number_of = np.full(len(terms), -1, dtype=np.int32)
        number_of[order] = np.arange(len(order), dtype=np.int32)
        return [terms[term] for term in order], number_of


def count(
    texts: Iterable[str],
    tokenizer: Tokenizer,
    *,
    min_df: int | float = 1,
    max_df: int | float = 1.0,
    threads: int | None = None,
    progress: Progress = silent,
    spool: Path | None = None,
) -> Counts:
    """Count the terms of each text; texts are taken one by one, in order, and not kept.

    A term stays if it occurs in at least min_df and at most max_df documents: a whole number is a number of
    documents, a fraction a share of them. What outgrows memory goes to disk: into a temporary folder or, if
    given, into the folder `spool`, where the arrays of the result then live on as indices.npy and data.npy.
    The result is the same whatever the number of threads.
    """
    limits = Limits(min_df, max_df)
    limits.check()
    thread_count(threads)
    if isinstance(texts, str):
        raise ParameterError("texts must be several strings, got a single one")
    if spool is not None and not Path(spool).is_dir():
        raise ParameterError(f"spool must be a folder that exists, got {str(spool)!r}")
    total = len(texts) if isinstance(texts, Sized) else None
    stream = _checked(texts)
    first, is_all = _take_small(stream)
    if is_all:
        progress(STAGE, len(first), len(first))
        return _count_small(first, tokenizer, limits)
    from ilk.corpus.block_counts import count_blocks

    def report(done: int) -> None:
        progress(STAGE, done, total)

    return count_blocks(itertools.chain(first, stream), tokenizer, limits, threads, report, spool)


def _is_whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _is_share(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, Integral)


def _checked(texts: Iterable[str]) -> Iterator[str]:
    for position, text in enumerate(texts):
        if not isinstance(text, str):
            raise ParameterError(f"texts must be strings, got {type(text).__name__} at position {position}")
        yield text


def _take_small(stream: Iterator[str]) -> tuple[list[str], bool]:
    """Take texts up to what counts as small, and say whether these were all."""
    taken, size = [], 0
    for text in stream:
        taken.append(text)
        size += len(text)
        if size >= _SMALL:
            return taken, False
    return taken, True


def _count_small(texts: list[str], tokenizer: Tokenizer, limits: Limits) -> Counts:
    """Count without the compiler: what `count_blocks` does, in plain Python."""
    rows = [Counter(tokenizer.terms(text)) for text in texts]
    df = Counter(itertools.chain.from_iterable(rows))
    terms = list(df)
    vocabulary, number_of = limits.number(terms, np.array(list(df.values()), dtype=np.int32), len(rows))
    numbers = dict(zip(terms, number_of.tolist(), strict=True))
    sorted_rows = [sorted((n, c) for term, c in row.items() if (n := numbers[term]) >= 0) for row in rows]
    indptr = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in sorted_rows], out=indptr[1:])
    entries = np.array([*itertools.chain.from_iterable(sorted_rows)], dtype=np.int32).reshape(-1, 2)
    return Counts(indptr, entries[:, 0].copy(), entries[:, 1].copy(), vocabulary)
