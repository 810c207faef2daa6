"""Several rankings as one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError, UnknownName
from ilk.search.base import BaseSearch
from ilk.search.parts import NEITHER, Parts, Similarities, constants, joined, no_parts
from ilk.search.query import LexicalQuery

Floats = NDArray[np.float64]

STANDARD, RECIPROCAL_RANK = "z-score", "reciprocal-rank"
METHODS = (STANDARD, RECIPROCAL_RANK)
RANK_OFFSET = 60
"""Cormack, Clarke and Büttcher (2009): keeps the first ranks from deciding alone."""


class FusedSearch(BaseSearch):
    """A document's weighted sum over searches of either its standard score or 1 / (60 + rank).

    A standard score is taken over the documents that a search could find; one that it could not find has the
    worst of them. Whatever one of the searches could find is a candidate.
    """

    def __init__(
        self, searches: Sequence[BaseSearch], weights: Sequence[float] | None = None, method: str = STANDARD
    ) -> None:
        """Fuse at least one search; all weigh the same unless told otherwise."""
        if not searches:
            raise ParameterError("fusion needs at least one search, got none")
        if method not in METHODS:
            raise UnknownName("method of fusion", method, METHODS)
        if weights is not None and len(weights) != len(searches):
            raise ParameterError(
                f"fusion needs a weight for each of {len(searches)} searches, got {len(weights)}"
            )
        self.n_docs, self.n_terms = searches[0].n_docs, searches[0].n_terms
        self._searches, self._method = tuple(searches), method
        self._weights = tuple(map(float, weights)) if weights is not None else (1.0,) * len(searches)

    def _similarities(self, query: LexicalQuery) -> Similarities:
        values, candidates = np.zeros(self.n_docs), np.zeros(self.n_docs, dtype=np.bool_)
        for search, weight in zip(self._searches, self._weights, strict=True):
            found = search._similarities(query)
            candidates |= found.candidates
            values += weight * (_standard(found) if self._method == STANDARD else _reciprocal_ranks(found))
        return Similarities(np.where(candidates, values, 0.0), candidates)

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        """Take each search's score apart in proportion; ranks are no sums, so each is one constant."""
        everywhere = [search._similarities(query) for search in self._searches]
        if not any(found.candidates[document] for found in everywhere):
            return no_parts()
        several = []
        for search, weight, found in zip(self._searches, self._weights, everywhere, strict=True):
            if self._method == RECIPROCAL_RANK:
                several.append(constants(weight * _reciprocal_ranks(found)[document]))
                continue
            score = weight * _standard(found)[document]
            parts = search._parts(query, document)
            scale = weight / _deviation(found)
            own = Parts(parts.terms, parts.topics, scale * parts.amounts)
            several.append(joined(own, constants(score - own.amounts.sum())))
        return _without_nothing(joined(*several))


def _standard(found: Similarities) -> Floats:
    values = found.values[found.candidates]
    if not values.size:
        return np.zeros(found.values.size)
    scores = (found.values - values.mean()) / _deviation(found)
    return np.asarray(np.where(found.candidates, scores, scores[found.candidates].min()))


def _deviation(found: Similarities) -> float:
    values = found.values[found.candidates]
    deviation = float(values.std()) if values.size else 0.0
    return deviation if deviation > 0 else 1.0


def _reciprocal_ranks(found: Similarities) -> Floats:
    docs = np.flatnonzero(found.candidates)
    order = docs[np.argsort(-found.values[docs], kind="stable")]
    scores = np.zeros(found.values.size)
    scores[order] = 1.0 / (RANK_OFFSET + np.arange(1, order.size + 1))
    return scores


def _without_nothing(parts: Parts) -> Parts:
    """Leave out constants of 0, which say nothing."""
    kept = (parts.amounts != 0) | (parts.terms != NEITHER) | (parts.topics != NEITHER)
    return Parts(parts.terms[kept], parts.topics[kept], parts.amounts[kept])
