"""What the rankings need to know of the whole collection, counted once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError
from ilk.search.postings import Postings


@dataclass(frozen=True, eq=False)
class Statistics:
    """N documents, V terms, |d| (n_docs,), df_w (n_terms,), F_w = Σ_d n(d,w) (n_terms,), |C| = Σ_w F_w."""

    n_docs: int
    n_terms: int
    doc_lengths: NDArray[np.int32]
    doc_freqs: NDArray[np.int32]
    term_totals: NDArray[np.int64]
    total: int

    def __post_init__(self) -> None:
        """Refuse arrays that do not fit the numbers of documents and terms."""
        wanted = {"doc_lengths": self.n_docs, "doc_freqs": self.n_terms, "term_totals": self.n_terms}
        for name, size in wanted.items():
            shape = getattr(self, name).shape
            if shape != (size,):
                raise ParameterError(f"{name} must have the shape ({size},), got {shape}")

    @classmethod
    def from_postings(cls, postings: Postings, n_docs: int) -> Statistics:
        """Count a collection of `n_docs` documents, empty ones included."""
        largest = int(postings.docs.max(initial=-1))
        if largest >= n_docs:
            raise ParameterError(
                f"n_docs must exceed every document number, got {n_docs} and document {largest}"
            )
        lengths = np.zeros(n_docs, dtype=np.int64)
        for _, span in postings.blocks():
            part = np.bincount(postings.docs[span], weights=postings.counts[span], minlength=n_docs)
            lengths += part.astype(np.int64)
        totals = _sums_of_runs(postings.counts, postings.indptr)
        return cls(
            n_docs=n_docs,
            n_terms=postings.n_terms,
            doc_lengths=lengths.astype(np.int32),
            doc_freqs=np.diff(postings.indptr).astype(np.int32),
            term_totals=totals,
            total=int(totals.sum()),
        )

    @property
    def mean_length(self) -> float:
        """Return the mean number of words of a document, empty ones included; 0 without documents."""
        return self.total / self.n_docs if self.n_docs else 0.0


def _sums_of_runs(values: NDArray[np.int32], indptr: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sum of values[indptr[i]:indptr[i + 1]] for each i, also where a run is empty."""
    sums = np.zeros(indptr.size - 1, dtype=np.int64)
    filled = np.flatnonzero(np.diff(indptr))
    if filled.size:  # reduceat gives an empty run its next value, so only filled runs may be asked for
        sums[filled] = np.add.reduceat(values, indptr[filled], dtype=np.int64)
    return sums


def distinctness(p_w_given_z: NDArray[np.float64], p_w: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return P(w|z) log(P(w|z)/P(w)), (V,): what each term adds to the distance of a topic from the whole."""
    known = (p_w_given_z > 0) & (p_w > 0)
    ratios = np.divide(p_w_given_z, p_w, out=np.ones_like(p_w), where=known)
    return np.asarray(p_w_given_z * np.log(ratios))
