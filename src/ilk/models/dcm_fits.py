"""Three ways to α of a DCM, all from counts of counts: how often each term occurs x times in a document.

A document's length and the pairs (term, count) repeat so often that they are far fewer than the entries of X.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.sparse import csr_array
from scipy.special import gammaln

from ilk.models.em import State
from ilk.models.rising import digamma_rise, log_rising, trigamma_drop

Array = NDArray[Any]

SMALLEST_SUM, LARGEST_SUM = 1e-6, 1e8
"""Where s = Σα ends when the likelihood rises for ever towards 0 or towards infinity."""

LONGEST_STEP = 4.0
"""No α_w grows or shrinks by more than this factor in one Newton step."""


@dataclass(frozen=True, slots=True)
class CountsOfCounts:
    """All that the likelihood of a DCM needs: `times[i]` documents have term `terms[i]` `counts[i]` times."""

    n_docs: int  # with at least one word
    seen: NDArray[np.intp]  # the terms with at least one occurrence; `terms` numbers these from 0
    document_frequency: Array  # of the seen terms
    terms: NDArray[np.intp]
    counts: Array
    times: Array
    lengths: Array
    length_times: Array
    log_coefficients: float  # Σ_d log(n_d! / Πx_dw!)

    @classmethod
    def of(cls, X: csr_array) -> CountsOfCounts:
        """Count the counts of X (n_docs, n_terms)."""
        seen, term_of_entry = np.unique(X.indices, return_inverse=True)
        values, value_of_entry = np.unique(X.data, return_inverse=True)
        pairs, times = np.unique(term_of_entry * np.intp(values.size) + value_of_entry, return_counts=True)
        lengths, length_times = np.unique(np.asarray(X.sum(axis=1)), return_counts=True)
        filled = lengths > 0
        lengths, length_times = lengths[filled].astype(np.float64), length_times[filled].astype(np.float64)
        terms, counts = np.divmod(pairs, values.size)
        coefficients = length_times @ gammaln(lengths + 1) - times @ gammaln(values[counts] + 1)
        return cls(
            n_docs=int(length_times.sum()),
            seen=seen.astype(np.intp),
            document_frequency=np.bincount(term_of_entry, minlength=seen.size).astype(np.float64),
            terms=terms,
            counts=values[counts].astype(np.float64),
            times=times.astype(np.float64),
            lengths=lengths,
            length_times=length_times,
            log_coefficients=float(coefficients),
        )

    def log_likelihood(self, alpha: Array) -> float:
        """Return the log-likelihood of all documents; alpha (n_seen,) holds the seen terms only."""
        words = self.times @ log_rising(alpha[self.terms], self.counts)
        documents = self.length_times @ log_rising(alpha.sum(), self.lengths)
        return float(self.log_coefficients + words - documents)

    def word_rise(self, alpha: Array) -> Array:
        """Return Σ_d [Ψ(x_dw + α_w) − Ψ(α_w)] of each seen term (n_seen,)."""
        rise = self.times * digamma_rise(alpha[self.terms], self.counts)
        return np.bincount(self.terms, weights=rise, minlength=alpha.size)

    def document_rise(self, s: float) -> float:
        """Return Σ_d [Ψ(s + n_d) − Ψ(s)]."""
        return float(self.length_times @ digamma_rise(np.asarray(s), self.lengths))


def approximate_fit(data: CountsOfCounts) -> Array:
    """Return α_w = df_w/N (n_seen,), elkan2005 equation 1; N counts the documents that have a word."""
    return data.document_frequency / data.n_docs


def closed_form_fit(data: CountsOfCounts) -> tuple[Array, bool]:
    """Return α_w = df_w / Σ_d [Ψ(s+n_d) − Ψ(s)] (n_seen,), elkan2005 section 2, and whether s had a bound.

    Summed over w this is s · Σ_d [Ψ(s+n_d) − Ψ(s)] = Σ_w df_w. The left side rises in s from the number of
    documents to the number of words, so there is one root, at infinity when no document repeats a term.
    """
    total = data.document_frequency.sum()

    def excess(log_s: float) -> float:
        s = float(np.exp(log_s))
        return s * data.document_rise(s) - float(total)

    low, high = float(np.log(SMALLEST_SUM)), float(np.log(LARGEST_SUM))
    at_low, at_high = excess(low), excess(high)
    bounded = at_low >= 0 or at_high <= 0
    log_s = low if at_low >= 0 else high
    if not bounded:
        log_s = float(brentq(excess, low, high, xtol=1e-13))
    return data.document_frequency * (np.exp(log_s) / total), bounded


def limit_of_likelihood(data: CountsOfCounts) -> Array | None:
    """Return α (n_seen,) at the bound where the likelihood has no maximum inside, else None.

    Counts no more dispersed than a multinomial's drive s to infinity: there the derivative by 1/s is
    ½ [Σ_dw x(x−1)/θ_w − Σ_d n(n−1)] ≤ 0. Documents of one repeated term each drive s to 0.
    """
    totals = np.bincount(data.terms, weights=data.times * data.counts)
    theta = totals / totals.sum()
    within = data.times @ (data.counts * (data.counts - 1) / theta[data.terms])
    expected = data.length_times @ (data.lengths * (data.lengths - 1))
    if within <= expected * (1 + 1e-12):
        return np.asarray(LARGEST_SUM * theta)
    if data.document_frequency.sum() == data.n_docs:
        return np.asarray(SMALLEST_SUM * data.document_frequency / data.n_docs)
    return None


class LikelihoodSteps:
    """Maximum likelihood: Minka's fixed point, which never lowers it, then Newton where that is better."""

    def __init__(self, data: CountsOfCounts, alpha: Array) -> None:
        self.data, self.alpha = data, alpha
        self.log_likelihood = data.log_likelihood(alpha)

    def step(self) -> float:
        """Improve α; return the log-likelihood of the α before."""
        before = self.log_likelihood
        self._accept_if_better(self._fixed_point())
        self._accept_if_better(self._newton())
        return before

    def state(self) -> State:
        """Return α."""
        return {"alpha": self.alpha}

    def restore(self, state: State) -> None:
        """Continue from α."""
        self.alpha = state["alpha"]
        self.log_likelihood = self.data.log_likelihood(self.alpha)

    def _accept_if_better(self, alpha: Array) -> None:
        alpha = alpha * min(1.0, LARGEST_SUM / float(alpha.sum()))
        log_likelihood = self.data.log_likelihood(alpha)
        if log_likelihood > self.log_likelihood:
            self.alpha, self.log_likelihood = alpha, log_likelihood

    def _fixed_point(self) -> Array:
        """Return α_w Σ_d [Ψ(x_dw+α_w) − Ψ(α_w)] / Σ_d [Ψ(s+n_d) − Ψ(s)]."""
        return self.alpha * self.data.word_rise(self.alpha) / self.data.document_rise(float(self.alpha.sum()))

    def _newton(self) -> Array:
        """Return α − H⁻¹g, each α_w within LONGEST_STEP; H = diag(q) + z·11ᵀ is inverted in O(n_seen)."""
        data, alpha, s = self.data, self.alpha, self.alpha.sum()
        gradient = data.word_rise(alpha) - data.document_rise(float(s))
        drop = data.times * trigamma_drop(alpha[data.terms], data.counts)
        q = -np.bincount(data.terms, weights=drop, minlength=alpha.size)
        z = data.length_times @ trigamma_drop(s, data.lengths)
        shared = (gradient / q).sum() / (1 / z + (1 / q).sum())
        longest = alpha / LONGEST_STEP, alpha * LONGEST_STEP
        return np.asarray(np.clip(alpha - (gradient - shared) / q, *longest))
