"""A fitted topic model as an index keeps it, and how it places a query among its topics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError
from ilk.search.lazy import LazyRows
from ilk.search.topic_folding import Folding, component_shares, plsi_shares, tempered

Floats = NDArray[np.float64]

PLSI, MIXTURE = "plsi", "naive-bayes"
KINDS = (PLSI, MIXTURE)


@dataclass(frozen=True, eq=False)
class TopicModel:
    """PLSI, or the mixture of unigrams, which is Naive Bayes without labels; arrays may be memory-mapped.

    kind: PLSI or MIXTURE.
    p_z: P(z) (K,).
    topics_of_terms: P(w|z) (n_terms, K) float32, zeros for a term that the model does not know.
    topics_of_docs: P(z|d) (n_docs, K) float32, as PLSI learned it, or as the mixture gives it.
    tempering, topic_prior: those of PLSI's fit, as folding in depends on them.
    """

    kind: str
    p_z: Floats
    topics_of_terms: NDArray[np.float32]
    topics_of_docs: NDArray[np.float32]
    tempering: float = 1.0
    topic_prior: float = 0.0

    def __post_init__(self) -> None:
        """Check the shapes, and keep read-only views: one array type for the compiled code, mapped or not."""
        if self.kind not in KINDS:
            raise ParameterError(f"the kind of a topic model must be one of {KINDS}, got {self.kind!r}")
        p_z = np.asarray(self.p_z, dtype=np.float64)
        if p_z.ndim != 1 or not p_z.size:
            raise ParameterError(f"p_z must have one axis and at least one topic, got the shape {p_z.shape}")
        object.__setattr__(self, "p_z", p_z)
        for name in ("topics_of_terms", "topics_of_docs"):
            object.__setattr__(self, name, _rows(name, getattr(self, name), p_z.size))

    @classmethod
    def from_plsi(cls, model: Any) -> TopicModel:
        """Take what a fitted `ilk.PLSI` has learned."""
        prior = model.prior if model.topic_prior is None else model.topic_prior
        terms, docs = model.p_w_given_z_.T, model.p_z_given_d_
        return cls(PLSI, model.p_z_, _float32(terms), _float32(docs), float(model.tempering_), float(prior))

    @classmethod
    def from_mixture(cls, model: Any, X: Any) -> TopicModel:
        """Take what a fitted `ilk.NaiveBayesMixture` has learned, and what it says of documents X."""
        return cls(MIXTURE, model.p_z_, _float32(model.p_w_given_z_.T), _float32(model.predict_proba(X)))

    @property
    def n_topics(self) -> int:
        """Return K."""
        return self.p_z.size

    def rows(self, terms: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return P(w|z) of some terms (n, K)."""
        return self.topics_of_terms.take(terms, axis=0)

    def tempered(self, terms: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return P(w|z)^β (n_terms, K), of which the rows of some terms are valid now."""
        return self.topics_of_terms if self.tempering == 1 else self._tempered.ready(terms)

    def fold_in(self, terms: NDArray[np.int32], counts: Floats) -> Floats:
        """Return P(z|q) (K,) of the distinct terms (n,) of a query and their counts (n,).

        As `PLSI.transform` or `NaiveBayesMixture.predict_proba` does it: terms that the model does not know
        say nothing.
        """
        if self.kind == MIXTURE:
            return component_shares(self.rows(terms), counts, self.p_z)
        return plsi_shares(self.tempered(terms)[terms], counts, self.folding)

    @cached_property
    def folding(self) -> Folding:
        """Return how PLSI folds in."""
        return Folding.of(self.p_z, self.tempering, self.topic_prior)

    @cached_property
    def _tempered(self) -> LazyRows:
        shape = (len(self.topics_of_terms), self.n_topics)
        return LazyRows(shape, np.float32, lambda term: tempered(self.topics_of_terms[term], self.tempering))


def _float32(array: Any) -> NDArray[np.float32]:
    return np.ascontiguousarray(array, dtype=np.float32)


def _rows(name: str, array: Any, n_topics: int) -> NDArray[np.float32]:
    view = np.asarray(array).view()
    if view.dtype != np.float32 or view.ndim != 2 or view.shape[1] != n_topics:  # noqa: PLR2004  # rows, topics
        raise ParameterError(
            f"{name} must be float32 with {n_topics} columns, got {view.dtype.name} of shape {view.shape}"
        )
    if not view.flags.c_contiguous:
        raise ParameterError(f"{name} must have each row in one piece; pass np.ascontiguousarray of it")
    view.flags.writeable = False
    return view
