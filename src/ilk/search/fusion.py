"""Several rankings as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError, UnknownName
from ilk.ranking.base import check_number
from ilk.search.base import BaseSearch
from ilk.search.parts import Parts, Similarities, constants, joined, no_parts
from ilk.search.query import LexicalQuery, WeightedTerms

Floats = NDArray[np.float64]

STANDARD, RECIPROCAL_RANK = "z-score", "reciprocal-rank"
METHODS = (STANDARD, RECIPROCAL_RANK)

NOT_FOUND = 0.5
"""How many deviations below the worst document that a search found stand those that it could not find.

Something, so that being the only one found counts; little, so that one search does not silence the others.
"""

RANK_OFFSET = 60
"""Cormack, Clarke and Büttcher (2009): keeps the first ranks from deciding alone."""

TINY = 1e-300

ROUNDING = 1e-9
"""Deviations below this share of the largest value are rounding, and would make differences out of it."""


class FusedSearch(BaseSearch):
    """A document's weighted sum over searches of either its standard score or 1 / (60 + rank).

    Standard scores are taken over the documents that a search could find; one that it could not find stands
    half a deviation below the worst of them, or has 0 in place of 1 / (60 + rank). Whatever one of the
    searches could find is a candidate.
    """

    def __init__(
        self, searches: Sequence[BaseSearch], weights: Sequence[float] | None = None, method: str = STANDARD
    ) -> None:
        """Fuse at least one search; all weigh the same unless told otherwise."""
        weights = [1.0] * len(searches) if weights is None else weights
        _check(searches, weights, method)
        self.n_docs, self.n_terms = searches[0].n_docs, searches[0].n_terms
        self._searches, self._weights, self._method = tuple(searches), tuple(map(float, weights)), method

    def _similarities(self, query: LexicalQuery) -> Similarities:
        values, candidates = np.zeros(self.n_docs), np.zeros(self.n_docs, dtype=np.bool_)
        for search, weight in zip(self._searches, self._weights, strict=True):
            found = search._similarities(query)
            candidates |= found.candidates
            values += weight * (
                _standard_scores(found) if self._method == STANDARD else _reciprocal_ranks(found)
            )
        return Similarities(np.where(candidates, values, 0.0), candidates)

    def _near(self, query: LexicalQuery) -> WeightedTerms:
        """Add up the terms of the searches, those of each as shares of its strongest."""
        weights = np.zeros(self.n_terms)
        for search, weight in zip(self._searches, self._weights, strict=True):
            near = search._near(query)
            weights[near.terms] += weight * near.weights / max(near.weights.max(initial=0.0), TINY)
        (terms,) = np.nonzero(weights)
        return WeightedTerms(terms.astype(np.int32), weights[terms])

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        everywhere = [search._similarities(query) for search in self._searches]
        if not any(found.candidates[document] for found in everywhere):
            return no_parts()
        several = []
        for search, weight, found in zip(self._searches, self._weights, everywhere, strict=True):
            if self._method == STANDARD and found.candidates[document]:
                scale = _scale(found)
                terms, topics, amounts = search._parts(query, document)
                several.append(Parts(terms, topics, amounts * (weight / scale.deviation)))
                several.append(constants(-weight * scale.mean / scale.deviation))
            elif self._method == STANDARD:
                several.append(constants(weight * _standard_scores(found)[document]))
            else:  # a rank is no sum
                several.append(constants(weight * _reciprocal_ranks(found)[document]))
        return joined(*several)


class _Scale(NamedTuple):
    """What makes similarities comparable: z = (similarity − mean) / deviation."""

    mean: float
    deviation: float


def _scale(found: Similarities) -> _Scale:
    """Return mean and standard deviation over what was found; a deviation of 1 where all are the same."""
    values = found.values[found.candidates]
    deviation = float(values.std())
    different = deviation > ROUNDING * float(np.abs(values).max())
    return _Scale(float(values.mean()), deviation if different else 1.0)


def _standard_scores(found: Similarities) -> Floats:
    """Return z of all documents (N,); 0 where nothing was found."""
    if not found.candidates.any():
        return np.zeros(found.values.size)
    scale = _scale(found)
    scores = (found.values - scale.mean) / scale.deviation
    scores[~found.candidates] = scores[found.candidates].min() - NOT_FOUND
    return scores


def _reciprocal_ranks(found: Similarities) -> Floats:
    """Return 1 / (60 + rank) of all documents (N,), equal ones in their order; 0 for those not found."""
    docs = np.flatnonzero(found.candidates)
    order = docs[np.argsort(-found.values[docs], kind="stable")]
    scores = np.zeros(found.values.size)
    scores[order] = 1.0 / (RANK_OFFSET + np.arange(1, order.size + 1))
    return scores


def _check(searches: Sequence[BaseSearch], weights: Sequence[float], method: str) -> None:
    if not searches:
        raise ParameterError("fusion needs at least one search, got none")
    if method not in METHODS:
        raise UnknownName("method of fusion", method, METHODS)
    if len(weights) != len(searches):
        raise ParameterError(
            f"fusion needs a weight for each of {len(searches)} searches, got {len(weights)}"
        )
    for weight in weights:
        check_number("fusion", "weight", weight, low=0)
    for what in ("n_docs", "n_terms"):
        sizes = [getattr(search, what) for search in searches]
        if len(set(sizes)) > 1:
            raise ParameterError(
                f"fusion needs searches over one collection, got {what} of {', '.join(map(str, sizes))}"
            )
