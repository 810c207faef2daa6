"""The Fisher kernel of the Dirichlet compound multinomial, where words come in bursts (elkan2005)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ilk.errors import ParameterError
from ilk.ranking.base import Floats, Ints, Ranking

if TYPE_CHECKING:
    from ilk.search.postings import Postings
    from ilk.search.statistics import Statistics


@dataclass(frozen=True)
class DCMKernel(Ranking):
    """similarity(q, d) = Σ_w (c_q + t_qw)(c_d + t_dw), over all V terms (elkan2005, equation 2).

    c_x = Ψ(s) − Ψ(s+|x|) is one number a document, and t_xw = Ψ(x_w+α_w) − Ψ(α_w) vanishes where x_w = 0, so

    similarity(q, d) = Σ_w t_qw t_dw + (V c_q + Σ_w t_qw) · c_d + c_q · Σ_w t_dw:

    a sum over shared words and two products of numbers, and every document has a similarity. α is the closed
    form α_w = df_w / Σ_d [Ψ(s+|d|) − Ψ(s)] with s = Σ_w α_w, for which the collection's statistics suffice.

    `approximate`: t as the paper prints it for small α, ln(x_w − ½) + 1/α_w − Ψ(1).
    """

    name: ClassVar[str] = "dcm"
    every_document: ClassVar[bool] = True
    approximate: bool = False

    def __post_init__(self) -> None:
        """Check the parameter."""
        if not isinstance(self.approximate, bool):
            raise ParameterError(
                f"approximate of {self.name} must be true or false, got {self.approximate!r}"
            )

    def fitted(self, stats: Statistics) -> Ranking:
        """Return the ranking with α."""
        return FittedDCMKernel(self.approximate, alpha=closed_form_alpha(stats))

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:
        """Return t_dw of each posting, with α of the collection."""
        return self.fitted(stats).impacts(terms, counts, lengths, stats)


@dataclass(frozen=True, eq=False)
class FittedDCMKernel(DCMKernel):
    """The same with α (n_terms,)."""

    alpha: Floats = field(kw_only=True)

    def fitted(self, stats: Statistics) -> Ranking:  # noqa: ARG002  # it is already
        """Return the ranking itself."""
        return self

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # the factor has the lengths
        """Return t_dw of each posting."""
        return self._rises(terms, counts)

    def query_weights(self, terms: Ints, counts: Ints, stats: Statistics) -> Floats:  # noqa: ARG002  # α is enough
        """Return t_qw of each term."""
        return self._rises(terms, counts)

    def document_factors(self, postings: Postings, stats: Statistics) -> Floats:
        """Return c_d and Σ_w t_dw of each document (n_docs, 2)."""
        sums = np.zeros(stats.n_docs)
        for terms, span in postings.blocks():
            rises = self._rises(terms, postings.counts[span])
            sums += np.bincount(postings.docs[span], weights=rises, minlength=stats.n_docs)
        return np.stack([self._constants(stats.doc_lengths), sums], axis=1)

    def query_factors(self, terms: Ints, counts: Ints, stats: Statistics) -> Floats:
        """Return V c_q + Σ_w t_qw, and c_q."""
        (constant,) = self._constants(np.sum(counts, keepdims=True))
        return np.array([stats.n_terms * constant + self._rises(terms, counts).sum(), constant])

    def _constants(self, lengths: Ints) -> Floats:
        from ilk.models.rising import digamma_rise  # loads SciPy

        return -digamma_rise(self.alpha.sum(), np.asarray(lengths, dtype=np.float64))

    def _rises(self, terms: int | Ints, counts: Ints) -> Floats:
        from ilk.models.rising import digamma_rise

        alpha = self.alpha[terms]
        if self.approximate:
            return np.asarray(np.log(np.maximum(counts, 1.0) - 0.5) + 1 / alpha + np.euler_gamma)
        return digamma_rise(alpha, np.asarray(counts, dtype=np.float64))


def closed_form_alpha(stats: Statistics) -> Floats:
    """Return α (n_terms,) as `ilk.DCM(method="elkan")` fits it; a term never seen has half an occurrence."""
    from ilk.models.dcm_fits import CountsOfCounts, closed_form_fit

    lengths, length_times = np.unique(stats.doc_lengths[stats.doc_lengths > 0], return_counts=True)
    seen = np.flatnonzero(stats.doc_freqs)
    if not seen.size:
        return np.ones(stats.n_terms)
    nothing = np.empty(0)
    data = CountsOfCounts(
        n_docs=int(length_times.sum()),
        seen=seen,
        document_frequency=stats.doc_freqs[seen].astype(np.float64),
        terms=nothing.astype(np.intp),  # how often terms occur in a document plays no part in the closed form
        counts=nothing,
        times=nothing,
        lengths=lengths.astype(np.float64),
        length_times=length_times.astype(np.float64),
        log_coefficients=0.0,
    )
    fitted, _ = closed_form_fit(data)
    alpha = np.full(stats.n_terms, fitted.sum() / (2 * stats.total))
    alpha[seen] = fitted
    return alpha
