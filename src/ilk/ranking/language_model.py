"""Query likelihood: the probability that a document's language model would utter the query.

ln P(q|d) = Σ_w n(q,w) ln P(w|d), with the document's own frequencies smoothed by those of the collection,
P(w|C) = F_w/|C|. Both rankings leave out a sum over the query's words that is the same for every document;
what remains needs only the terms that query and document share, and for Dirichlet the document's length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ilk.ranking.base import Floats, Ints, Ranking, check_number

if TYPE_CHECKING:
    from ilk.search.postings import Postings
    from ilk.search.statistics import Statistics

MEAN_LENGTHS = 5
"""Dirichlet's μ in mean document lengths, if none is given."""


@dataclass(frozen=True)
class DirichletLM(Ranking):
    """P(w|d) = (n(d,w) + μ P(w|C)) / (|d| + μ).

    impact(w, d) = ln(1 + n(d,w)/(μ P(w|C))), and to each word of the query ln(μ/(|d| + μ)) is added, so that
    similarity(q, d) = ln P(q|d) − Σ_w n(q,w) ln P(w|C).

    μ is how many words of the collection are mixed into each document. The best μ grows with the documents,
    so it is five mean lengths unless given: about 1,500 for news articles, a few hundred for abstracts.
    """

    name: ClassVar[str] = "lm-dirichlet"
    mu: float | None = None

    def __post_init__(self) -> None:
        """Check the parameter."""
        if self.mu is not None:
            check_number(self.name, "mu", self.mu, low=0, open_ends=True)

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # the factor has the lengths
        """Return the formula of the class for each posting."""
        in_collection = stats.term_totals[terms] / stats.total
        return np.log1p(counts / (self._mu(stats) * in_collection))

    def document_factors(self, postings: Postings, stats: Statistics) -> Floats:  # noqa: ARG002  # for others
        """Return ln(μ/(|d| + μ)) for each document (n_docs, 1)."""
        return -np.log1p(stats.doc_lengths / self._mu(stats))[:, np.newaxis]

    def _mu(self, stats: Statistics) -> float:
        # A collection without a single word has no candidates, but its factors may be asked for.
        return self.mu if self.mu is not None else MEAN_LENGTHS * stats.mean_length or 1.0


@dataclass(frozen=True)
class JelinekMercerLM(Ranking):
    """P(w|d) = (1 − λ) n(d,w)/|d| + λ P(w|C).

    impact(w, d) = ln(1 + (1 − λ)/λ · n(d,w)/(|d| P(w|C))), so that
    similarity(q, d) = ln P(q|d) − Σ_w n(q,w) ln(λ P(w|C)).

    The parameter `lam` is λ, the collection's share: little smoothing suits queries of two or three words,
    much suits long ones.
    """

    name: ClassVar[str] = "lm-jm"
    lam: float = 0.6

    def __post_init__(self) -> None:
        """Check the parameter."""
        check_number(self.name, "lam", self.lam, low=0, high=1, open_ends=True)

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:
        """Return the formula of the class for each posting."""
        in_collection = stats.term_totals[terms] / stats.total
        return np.log1p((1 - self.lam) / self.lam * counts / (lengths * in_collection))
