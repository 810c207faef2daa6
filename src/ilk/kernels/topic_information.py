"""The diagonal of the Fisher information of PLSI and of the mixture of unigrams, from the fitted documents.

Every G(w,z) is scale(w,z) · Σ_d g(d,w) share(d,z)² with a sparse g: one product of sparse with dense.

    information      G(z)                                   G(w,z)
    own              Σ_d t_d(z)²                            Σ_d s_d(w,z)²
    iid              Σ_d Σ_w n(d,w) P(z|d,w)² / P(z)        Σ_d n(d,w) P(z|d,w)² / P(w|z)
    joint            Σ_d t_d(z)²                            Σ_d [n(d,w)/|C| · P(z|d,w)]² / P(w|z)

own is that of the forms hofmann and raw, and of all but iid for a mixture; joint is that of vector-space for
PLSI, as printed in nyffenegger2006 equation 5.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.kernels.cosine import scaled_rows
from ilk.kernels.information import Weighting, inverse_power
from ilk.kernels.topic_gradients import TopicGradients, document_lengths

Array = NDArray[Any]
Floats = NDArray[np.float64]

PARTS = ("both", "topics", "words")

BLOCK = 1 << 14
"""Documents whose squared P(z|d) are in memory at once."""


class TopicInformation(NamedTuple):
    """G(z) (K,) and G(w,z) (V, K)."""

    topics: Floats
    terms: Floats


def own_information(gradients: TopicGradients, scale: Array) -> TopicInformation:
    """Return Σ_d t_d² and Σ_d s_d² of the fitted documents' gradients."""
    ratios = gradients.ratios
    squares = csr_array((ratios.data**2, ratios.indices, ratios.indptr), shape=ratios.shape)
    return TopicInformation(_sum_of_squares(gradients), scale * weighted_shares(squares, gradients.shares))


def joint_information(
    counts: csr_array, gradients: TopicGradients, scale: Array, n_words: float
) -> TopicInformation:
    """Return Σ_d t_d² and Σ_d s_d² with s of the joint probabilities: n(d,w)/|C| in place of P̂(w|d)."""
    joint = scaled_rows(gradients.ratios, document_lengths(counts) / n_words)
    return own_information(TopicGradients(gradients.topics, joint, gradients.shares), scale)


def iid_information(
    counts: csr_array, gradients: TopicGradients, scale: Array, p_z: Array, topics_of_terms: Array
) -> TopicInformation:
    """Return the sums over single occurrences of words, chappelier2009 appendix B.2 in ρ.

    n(d,w) = [n(d,w)/|d|]² · |d|²/n(d,w) turns the squared ratio into the g of these sums; and both blocks
    hold the same squared posteriors, so that G(z) P(z) = Σ_w P(w|z) G(w,z).
    """
    ratios = gradients.ratios
    lengths = np.repeat(document_lengths(counts), np.diff(counts.indptr))
    per_word = csr_array(
        (ratios.data**2 * lengths**2 / counts.data, ratios.indices, ratios.indptr), shape=ratios.shape
    )
    terms = scale * weighted_shares(per_word, gradients.shares)
    total = np.einsum("wz,wz->z", topics_of_terms, terms, dtype=np.float64)
    return TopicInformation(np.divide(total, p_z, out=np.zeros(total.shape), where=p_z > 0), terms)


def weighted_shares(g: csr_array, shares: Array) -> Floats:
    """Return Σ_d g(d,w) P(z|d)² (V, K), block by block of documents."""
    total = np.zeros((g.shape[1], shares.shape[1]))
    for first in range(0, g.shape[0], BLOCK):
        squares = np.asarray(shares[first : first + BLOCK], dtype=np.float64) ** 2
        total += g[first : first + BLOCK].T @ squares
    return total


class TopicWeights(NamedTuple):
    """What a kernel weighs products of gradients by, topics (K,) and terms (V, K).

        topics  P(z)^b · G(z)^−a        terms  scale(w,z) · P(w|z)^b · G(w,z)^−a

    None stands for a block that the kernel leaves out. b is 0 unless the kernel is by log P.
    """

    topics: Floats | None
    terms: Array | None


def topic_weights(
    scale: Array, information: TopicInformation | None, exponent: float, part: str
) -> TopicWeights:
    """Return the weights by ρ of a part of the kernel; without information it is the identity's."""
    if information is None:
        topics, terms = np.ones(scale.shape[1]), scale
    else:
        topics = inverse_power(information.topics, exponent)
        terms = scale * inverse_power(information.terms, exponent)
    return TopicWeights(None if part == "words" else topics, None if part == "topics" else terms)


def times_probabilities(
    weights: TopicWeights, p_z: Array, topics_of_terms: Array, weighting: Weighting
) -> TopicWeights:
    """Return the weights times P(z)^b and P(w|z)^b, from P(z) (K,) and P(w|z) (V, K)."""
    if weighting.of_probability == 0:
        return weights
    topics, terms = weights
    if topics is not None:
        topics = topics * np.power(p_z, weighting.of_probability, dtype=np.float64)
    if terms is not None:
        terms = terms * np.power(topics_of_terms, weighting.of_probability, dtype=np.float64)
    return TopicWeights(topics, terms)


def _sum_of_squares(gradients: TopicGradients) -> Floats:
    return np.asarray(np.einsum("dz,dz->z", gradients.topics, gradients.topics))
