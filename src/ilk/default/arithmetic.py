"""The arithmetic of the default similarity in NumPy: what answers one search from the shell.

`_default_kernels` has the functions of `Arithmetic` compiled, for a process that lives on; the two agree up
to the rounding of double precision. Sums are `einsum`'s, whose bits depend on a row alone: neither on its
place among others, so that equal documents stay equal, nor on the threads of a matrix library.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

LEAST_PROBABILITY = 1e-12
NOWHERE = -1
NEGLIGIBLE = 1e-9
"""A standard deviation below this share of the largest value is nothing but rounding."""


class Mixture(NamedTuple):
    """P(w|d) of t terms, up to what the documents bring: own_share · own + (1 − own_share) · topical.

    p_w (t,) and lifts (t, Z) belong to the terms; lengths are |d| + pseudo_count of all documents (N,).
    """

    p_w: Floats
    lifts: NDArray[Any]
    lengths: Floats
    pseudo_count: float
    own_share: float


class Arithmetic(Protocol):
    """What a search computes with: the functions of this module, or the compiled ones."""

    def standard(self, values: Floats) -> Floats:
        """Return standard scores (n,)."""

    def cosines(self, documents: NDArray[Any], norms: NDArray[np.float32], vector: Floats) -> Floats:
        """Return cosines with all documents (N,)."""

    def nested_cosines(
        self,
        documents: NDArray[Any],
        norms: NDArray[np.float32],
        spaces: NDArray[np.int64],
        docs: Ints,
        vector: Floats,
    ) -> Floats:
        """Return cosines with some documents in nested spaces, (n_spaces, m)."""

    def positions(self, docs: Ints, n_docs: int) -> Ints:
        """Return where each document stands among some, (N,)."""

    def counts(self, postings: tuple[Any, Any, Any], terms: Ints, positions: Ints, n: int) -> NDArray[Any]:
        """Return n(d,w) of some documents and terms, (m, t)."""

    def log_likelihoods(
        self,
        mixture: tuple[Any, ...],
        weights: Floats,
        topics: NDArray[Any],
        docs: Ints,
        counts: NDArray[Any],
    ) -> Floats:
        """Return Σ_w weight_w log P(w|d), (m,)."""

    def with_neighbours(
        self,
        neighbours: Ints,
        shares: NDArray[np.float32],
        docs: Ints,
        positions: Ints,
        values: Floats,
        share: float,
    ) -> Floats:
        """Return values mixed with the neighbours' mean, (m,)."""


def arithmetic(compiled: bool) -> Arithmetic:
    """Return the compiled functions, or those of this module."""
    if compiled:
        from ilk.default import _default_kernels  # loads numba, which takes longer than one search

        return cast(Arithmetic, _default_kernels)
    import sys

    return cast(Arithmetic, sys.modules[__name__])


def standard(values: Floats) -> Floats:
    """Return the standard scores of values (n,): mean 0, standard deviation 1; all 0 where all are equal."""
    if not stands_out(values):
        return np.zeros(len(values))
    return np.asarray((values - values.mean()) / values.std())


def centred(amounts: Floats) -> Floats:
    """Return amounts (t, m) whose sums over terms are the standard scores of the sums that were given.

    Each term gives up its own mean over the documents: what is left says how far a document stands out.
    """
    return np.asarray((amounts - amounts.mean(axis=1, keepdims=True)) / spread(amounts.sum(axis=0)))


def mean_of(arrays: Iterable[Floats]) -> Floats:
    """Return the mean of arrays of one shape."""
    return np.asarray(np.mean(np.stack(list(arrays)), axis=0))


def spread(values: Floats) -> float:
    """Return the standard deviation, or 1 where it is nothing but rounding."""
    return float(values.std()) if stands_out(values) else 1.0


def stands_out(values: Floats) -> bool:
    """Say whether values (n,) differ by more than rounding."""
    return float(values.std()) > NEGLIGIBLE * max(1.0, float(np.abs(values).max()))


def largest(values: Floats, k: int) -> NDArray[np.intp]:
    """Return the positions of the k largest of values (n,), increasing; of equal ones the first."""
    n = values.size
    if k >= n:
        return np.arange(n)
    threshold = np.partition(values, n - k)[n - k]
    chosen = values > threshold
    chosen[np.flatnonzero(values == threshold)[: k - np.count_nonzero(chosen)]] = True
    return np.flatnonzero(chosen)


def cosines(documents: NDArray[Any], norms: NDArray[np.float32], vector: Floats) -> Floats:
    """Return the cosine of vector (e,) with documents (N, e) of the lengths norms (N,); 0 without length."""
    products = np.einsum("de,e->d", documents.astype(np.float64), vector)
    lengths = norms * np.sqrt(np.square(vector).sum())
    return np.asarray(np.divide(products, lengths, out=np.zeros(len(lengths)), where=lengths > 0))


def nested_cosines(
    documents: NDArray[Any],
    norms: NDArray[np.float32],
    spaces: NDArray[np.int64],
    docs: Ints,
    vector: Floats,
) -> Floats:
    """Return the cosine with documents (m,) in the first e dimensions, for every e of spaces (S,): (S, m)."""
    chosen, lengths = documents[docs], norms[docs]
    nested = [
        cosines(chosen[:, :space], lengths[:, number], vector[:space]) for number, space in enumerate(spaces)
    ]
    return np.stack(nested)


def positions(docs: Ints, n_docs: int) -> Ints:
    """Return where each of N documents stands among docs (m,), NOWHERE where it does not."""
    places = np.full(n_docs, NOWHERE, dtype=np.int32)
    places[docs] = np.arange(len(docs), dtype=np.int32)
    return places


def counts(postings: tuple[Any, Any, Any], terms: Ints, positions: Ints, n: int) -> NDArray[Any]:
    """Return n(d,w) of the n documents that have positions, and of terms (t,): (n, t).

    postings are the arrays of `Postings`.
    """
    indptr, docs, often = postings
    found = np.zeros((n, len(terms)), dtype=np.float32)
    for column, term in enumerate(terms.tolist()):
        span = slice(indptr[term], indptr[term + 1])
        places = positions[docs[span]]
        (present,) = np.nonzero(places >= 0)
        found[places[present], column] = often[span][present]
    return found


def probabilities(mixture: Mixture, topics: NDArray[Any], docs: Ints, counts: NDArray[Any]) -> Floats:
    """Return P(w|d) of documents docs (m,) with counts (m, t), topics (N, Z) being those of all: (m, t).

    own = (n(d,w) + μ P(w)) / (|d| + μ) and topical = P(w) Σ_z topics_dz lifts_wz.
    """
    own = (counts + mixture.pseudo_count * mixture.p_w) / mixture.lengths[docs, np.newaxis]
    lifts = mixture.lifts.astype(np.float64)
    topical = mixture.p_w * np.einsum("dz,wz->dw", topics[docs].astype(np.float64), lifts)
    mixed = mixture.own_share * own + (1 - mixture.own_share) * topical
    return np.asarray(np.maximum(mixed, LEAST_PROBABILITY))


def log_likelihoods(
    mixture: tuple[Any, ...], weights: Floats, topics: NDArray[Any], docs: Ints, counts: NDArray[Any]
) -> Floats:
    """Return Σ_w weight_w log P(w|d) of documents (m,), weights (t,) and counts (m, t)."""
    logs = np.log(probabilities(Mixture(*mixture), topics, docs, counts))
    return np.asarray(np.einsum("dw,w->d", logs, weights))


def with_neighbours(
    neighbours: Ints,
    shares: NDArray[np.float32],
    docs: Ints,
    positions: Ints,
    values: Floats,
    share: float,
) -> Floats:
    """Mix values (m,) with the mean of the neighbours'; one that has no position counts as the worst.

    neighbours (N, k) and shares (N, k) are those of all documents.
    """
    places = positions[neighbours[docs]]
    theirs = np.where(places >= 0, values[places], values.min())
    return np.asarray(
        (1 - share) * values + share * np.einsum("dk,dk->d", shares[docs].astype(np.float64), theirs)
    )
