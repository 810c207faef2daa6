"""Exact search by cosine among vectors, one a document; NumPy only."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError
from ilk.models.weighting import damped
from ilk.search.parts import Similarities, check_document
from ilk.search.query import check_allowed, check_k
from ilk.search.topk import Answer, best_first

ROWS_AT_A_TIME = 1 << 15
FLOAT32_STEP = 2.0**-23


class DenseSearch:
    """Cosine of a query's vector and each document's, (n_docs, n_components) float32 rows of length 1.

    A document without a vector, that is a row of zeros, is never a hit. All others are candidates, so cosines
    may be negative. Equal cosines stand in document order.
    """

    def __init__(self, document_vectors: NDArray[np.float32]) -> None:
        vectors = np.asarray(document_vectors)
        if vectors.ndim != 2 or vectors.dtype != np.float32:  # noqa: PLR2004  # rows and columns
            raise ParameterError(
                "document vectors must be float32 with two axes, "
                f"got {vectors.dtype.name} with {vectors.ndim}; unit_rows makes them"
            )
        self.document_vectors = vectors

    def search(self, vector: NDArray[Any], k: int, allowed: NDArray[np.bool_] | None = None) -> Answer:
        """Return the k best documents and their cosines; none where the query's vector is zero.

        The product in float32 finds every document that might be among the best; their cosines are then
        computed in float64, row by row, so that the answer does not depend on how BLAS orders its sums.
        """
        k, mask = check_k(k), check_allowed(allowed, len(self.document_vectors))
        unit = self._unit_query(vector)
        if not unit.any():
            return np.empty(0, dtype=np.int32), np.empty(0)
        rough = self.document_vectors @ unit.astype(np.float32)
        candidates = self._candidates(rough, mask)
        if candidates.size > k:
            threshold = np.partition(rough[candidates], candidates.size - k)[candidates.size - k]
            candidates = candidates[rough[candidates] >= threshold - self._rounding()]
        cosines = self._cosines(candidates, unit)
        best = best_first(cosines, k)
        return candidates[best].astype(np.int32), cosines[best]

    def similarities(self, vector: NDArray[Any]) -> Similarities:
        """Return the cosine of every document; none is a candidate where the query's vector is zero."""
        unit = self._unit_query(vector)
        candidates = np.asarray(self.document_vectors.any(axis=1) & bool(unit.any()))
        return Similarities(self._cosines(np.arange(candidates.size), unit), candidates)

    def amounts(self, vectors: NDArray[Any], document: int) -> NDArray[np.float64]:
        """Return what each of the vectors (n, e) that sum up to a query adds to a document's cosine."""
        row = self.document_vectors[check_document(document, len(self.document_vectors))].astype(np.float64)
        query = np.asarray(vectors, dtype=np.float64).sum(axis=0)
        norm = np.sqrt(query @ query)
        return np.asarray(vectors @ (row / norm)) if norm > 0 else np.zeros(len(vectors))

    def _unit_query(self, vector: NDArray[Any]) -> NDArray[np.float64]:
        query = np.asarray(vector, dtype=np.float64)
        width = self.document_vectors.shape[1]
        if query.shape != (width,) or not np.isfinite(query).all():
            got = "NaN or infinity" if query.shape == (width,) else f"an array of shape {query.shape}"
            raise ParameterError(f"the query must be {width} finite numbers, got {got}")
        norm = np.sqrt(query @ query)
        return query / norm if norm > 0 else query

    def _candidates(self, rough: NDArray[np.float32], mask: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Return the documents that are allowed and have a vector."""
        possible = mask.copy() if mask.size else np.ones(rough.size, dtype=np.bool_)
        # Only where the product is 0 can the whole row be 0, so no other row has to be looked at.
        unclear = np.flatnonzero(rough == 0)
        possible[unclear] &= self.document_vectors[unclear].any(axis=1)
        return np.flatnonzero(possible)

    def _rounding(self) -> float:
        """Return more than twice the error of a float32 product of unit vectors, summed in any order."""
        n_components: int = self.document_vectors.shape[1]
        return 4 * (n_components + 2) * FLOAT32_STEP

    def _cosines(self, docs: NDArray[np.intp], unit: NDArray[np.float64]) -> NDArray[np.float64]:
        cosines = np.empty(docs.size)
        for start in range(0, docs.size, ROWS_AT_A_TIME):
            rows = self.document_vectors[docs[start : start + ROWS_AT_A_TIME]].astype(np.float64)
            cosines[start : start + ROWS_AT_A_TIME] = (rows * unit).sum(axis=1)
        return cosines


def unit_rows(vectors: NDArray[Any]) -> NDArray[np.float32]:
    """Return the rows scaled to length 1 as float32 (n, e); a row of zeros stays one."""
    norms = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))[:, np.newaxis]
    units = np.zeros(vectors.shape, dtype=np.float32)
    np.divide(vectors, norms, out=units, where=norms > 0, casting="same_kind")
    return units


def fold_in(
    terms: NDArray[Any], counts: NDArray[Any], idf: NDArray[Any], term_vectors: NDArray[Any]
) -> NDArray[np.float64]:
    """Return a text's place among LSI's document vectors, (e,): Σ_w ln(1 + n(q,w)) · idf_w · t_w.

    What `LSI.transform` does up to the length of the vector, for one text, without loading SciPy.
    """
    return np.asarray(weighted_vectors(terms, counts, idf, term_vectors).sum(axis=0), dtype=np.float64)


def weighted_vectors(
    terms: NDArray[Any], counts: NDArray[Any], idf: NDArray[Any], term_vectors: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the summands of `fold_in`, one a term, (n, e)."""
    weights = damped(counts) * idf[terms]
    return np.asarray(weights[:, np.newaxis] * term_vectors[terms].astype(np.float64))
