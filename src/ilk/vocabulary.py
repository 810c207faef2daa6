"""The terms of an index, sorted, in two arrays that are never decoded as a whole: opening costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ilk.borders import demand_borders
from ilk.errors import NotFound, ParameterError


class Vocabulary:
    """Sorted terms as UTF-8 `blob`, (bytes,) uint8, and `offsets`, (V + 1,) int64: where each term begins.

    UTF-8 sorts as the characters do, so a term is found by a binary search over bytes.
    """

    def __init__(self, blob: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
        """Take the arrays as they are, mapped from a file or not."""
        if blob.dtype != np.uint8 or offsets.dtype != np.int64:
            raise ParameterError(
                f"a vocabulary is an array of bytes and one of int64, got {blob.dtype} and {offsets.dtype}"
            )
        demand_borders("offsets of the vocabulary", offsets, blob.size)
        self.blob = blob
        self.offsets = offsets
        # Reading single elements through these costs a fraction of NumPy's price.
        self._bytes, self._starts = blob.data, offsets.data

    @classmethod
    def from_terms(cls, terms: Sequence[str]) -> Self:
        """Return the vocabulary of sorted terms, whose places are the columns of the counts."""
        for before, after in pairwise(terms):
            if before >= after:
                raise ParameterError(f"terms must be sorted and distinct, got {before!r} before {after!r}")
        encoded = [_encoded(term) for term in terms]
        offsets = np.zeros(len(terms) + 1, dtype=np.int64)
        np.cumsum([len(each) for each in encoded], out=offsets[1:])
        return cls(np.frombuffer(b"".join(encoded), dtype=np.uint8), offsets)

    def __len__(self) -> int:
        """Return the number of terms, V."""
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[str]:
        """Yield all terms in order."""
        blob, offsets = self.blob.tobytes(), self.offsets.tolist()
        return (_decoded(blob[start:end]) for start, end in pairwise(offsets))

    def __contains__(self, term: object) -> bool:
        """Say whether a term is known."""
        return isinstance(term, str) and self.number(term) is not None

    def term(self, number: int) -> str:
        """Return the term of a column of the counts."""
        if not 0 <= number < len(self):
            raise NotFound(f"there is no term number {number}; numbers run from 0 to {len(self) - 1}")
        return _decoded(self._at(number))

    def number(self, term: str) -> int | None:
        """Return the column of a term, or None where it is not known."""
        wanted = _encoded(term)
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._at(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self) and self._at(low) == wanted else None

    def numbers(self, terms: Iterable[str]) -> list[int | None]:
        """Return the column of each term, None for the unknown ones."""
        return [self.number(term) for term in terms]

    def _at(self, number: int) -> bytes:
        return bytes(self._bytes[self._starts[number] : self._starts[number + 1]])


def _encoded(term: str) -> bytes:
    # Halves of surrogate pairs are no UTF-8, and still keep their order and their identity this way.
    return term.encode("utf-8", "surrogatepass")


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
