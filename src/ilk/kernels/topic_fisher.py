"""The Fisher kernel of a fitted PLSI or mixture of unigrams, over the documents that it is fitted with."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.kernels.information import Weighting
from ilk.kernels.topic_gradients import (
    TopicGradients,
    mixture_gradients,
    mixture_scale,
    plsi_gradients,
    word_probabilities,
)
from ilk.kernels.topic_gram import topic_features, topic_gram, topic_self_similarities
from ilk.kernels.topic_information import (
    TopicInformation,
    iid_information,
    joint_information,
    own_information,
    times_probabilities,
    topic_weights,
)
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI

Array = NDArray[Any]
Floats = NDArray[np.float64]

ROUNDING = 1e-6
"""How much less likely a word may be, in nats, before documents count as others: float32 rounds that much."""


class TopicSettings(NamedTuple):
    """Which of the kernels of a topic model: its form, its part, and how it weighs by the information."""

    form: str
    part: str
    weighting: Weighting


class TopicFisher:
    """A fitted topic model, the gradients of the fitted documents, and the weights that compare others by."""

    def __init__(self, model: PLSI | NaiveBayesMixture, counts: csr_array, settings: TopicSettings) -> None:
        """Take counts (n_docs, n_terms), with the learned P(z|d) where the model was fitted to them."""
        self.model, self.settings = model, settings
        self.p_z = model.p_z_
        self.topics_of_terms: Array = np.ascontiguousarray(model.p_w_given_z_.T)
        self.n_words = float(counts.sum()) or 1.0
        self.documents = self._gradients(counts, learned_shares(model, counts, self.topics_of_terms))
        self.postings = self.documents.ratios.tocsc()
        weighting = settings.weighting
        weights = topic_weights(self._scale(), self._information(counts), weighting.exponent, settings.part)
        self.weights = times_probabilities(weights, self.p_z, self.topics_of_terms, weighting)

    def gradients(self, counts: csr_array) -> TopicGradients:
        """Return the gradients of new documents (m, n_terms), folded in."""
        return self._gradients(counts, folded_in(self.model, counts))

    def gram(self, queries: TopicGradients) -> Floats:
        """Return the similarities (m, n_docs) with the fitted documents."""
        return topic_gram(queries, self.documents, self.postings, self.weights)

    def self_similarities(self, documents: TopicGradients) -> Floats:
        """Return K(d,d) (m,)."""
        return topic_self_similarities(documents, self.weights)

    def features(self, documents: TopicGradients) -> csr_array:
        """Return explicit features (m, K + n_terms · K)."""
        return topic_features(documents, self.weights)

    def _gradients(self, counts: csr_array, shares: Array) -> TopicGradients:
        form = self.settings.form
        if isinstance(self.model, PLSI):
            return plsi_gradients(counts, shares, self.p_z, self.topics_of_terms, form, self.n_words)
        return mixture_gradients(counts, shares, self.p_z, self.topics_of_terms, form)

    def _scale(self) -> Array:
        return self.topics_of_terms if isinstance(self.model, PLSI) else mixture_scale(self.topics_of_terms)

    def _information(self, counts: csr_array) -> TopicInformation | None:
        form, scale = self.settings.form, self._scale()
        if self.settings.weighting.exponent == 0:
            return None
        if form == "iid":
            return iid_information(counts, self.documents, scale, self.p_z, self.topics_of_terms)
        if form == "vector-space" and isinstance(self.model, PLSI):
            return joint_information(counts, self.documents, scale, self.n_words)
        return own_information(self.documents, scale)


def folded_in(model: PLSI | NaiveBayesMixture, counts: csr_array) -> Array:
    """Return P(z|d) (m, K) of documents that are new to the model."""
    return model.transform(counts) if isinstance(model, PLSI) else model.predict_proba(counts)


def learned_shares(model: PLSI | NaiveBayesMixture, counts: csr_array, topics_of_terms: Array) -> Array:
    """Return P(z|d) (n, K) as PLSI learned them, if these are the documents that it was fitted to.

    A model does not keep its documents. They are recognised by their number, and by words that the learned
    P(z|d) make at least as likely as P(z) does: those of other documents, or in another order, do not.
    """
    if isinstance(model, PLSI) and model.p_z_given_d_.shape[0] == counts.shape[0]:
        everywhere = np.asarray(topics_of_terms @ model.p_z_, dtype=np.float64)[counts.indices]
        here = word_probabilities(counts, model.p_z_given_d_, topics_of_terms)
        judged = everywhere > 0
        with np.errstate(divide="ignore"):
            gain = counts.data[judged] @ np.log(here[judged] / everywhere[judged])
        if gain >= -ROUNDING * counts.data.sum():
            return model.p_z_given_d_
    return folded_in(model, counts)
