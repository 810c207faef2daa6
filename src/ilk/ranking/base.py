"""What a lexical ranking is: a few small formulas that the search puts together."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError

if TYPE_CHECKING:  # the search imports the rankings, so they may not import it
    from ilk.search.postings import Postings
    from ilk.search.statistics import Statistics

Ints = NDArray[Any]
Floats = NDArray[np.float64]


class Ranking(ABC):
    """A similarity of query q and document d, taken over the terms w that both contain.

    similarity(q, d) = scale(d) · Σ_w weight(w, q) · impact(w, d) + Σ_j factor_j(q) · factor_j(d)

    Only documents that contain a word of the query are ranked, even where a formula gives the others a
    similarity too, unless the ranking says that it ranks every document that has words.
    """

    name: ClassVar[str]
    every_document: ClassVar[bool] = False

    def fitted(self, stats: Statistics) -> Ranking:  # noqa: ARG002  # for others
        """Return this ranking with what it learns from a collection, once for all searches; most: nothing."""
        return self

    @abstractmethod
    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:
        """Return what one occurrence of a term in the query adds, for each posting, (n,).

        `terms` is the term of all the postings or of each; counts n(d,w) and lengths |d| are (n,).
        """

    def query_weights(self, terms: Ints, counts: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # for others
        """Return the weight of each of the query's distinct terms, (n,): how often it occurs in the query."""
        return np.asarray(counts, dtype=np.float64)

    def document_scales(self, postings: Postings, stats: Statistics) -> Floats | None:  # noqa: ARG002  # for others
        """Return the scale of each document (n_docs,), or None where it is 1."""
        return None

    def document_factors(self, postings: Postings, stats: Statistics) -> Floats | None:  # noqa: ARG002  # for others
        """Return the factors of each document (n_docs, m), or None where there is no second sum."""
        return None

    def query_factors(self, terms: Ints, counts: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # for others
        """Return the factors of a query (m,): its number of words, of those that the collection knows."""
        return np.array([np.sum(counts)], dtype=np.float64)


def check_number(
    owner: str, name: str, value: object, *, low: float, high: float = math.inf, open_ends: bool = False
) -> None:
    """Refuse a parameter that is not a finite number from low to high, or between them with `open_ends`."""
    number = (
        float(value)
        if isinstance(value, int | float | np.number) and not isinstance(value, bool)
        else math.nan
    )
    if math.isfinite(number) and (low < number < high if open_ends else low <= number <= high):
        return
    if high == math.inf:
        wanted = f"greater than {low:g}" if open_ends else f"of at least {low:g}"
    else:
        wanted = f"between {low:g} and {high:g}" if open_ends else f"from {low:g} to {high:g}"
    raise ParameterError(f"{name} of {owner} must be a number {wanted}, got {value!r}")
