"""What the topics of a PLSI are about."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.documents import DocumentStore
from ilk.errors import ParameterError
from ilk.records import Topic
from ilk.search.statistics import Statistics
from ilk.search.topic_model import TopicModel
from ilk.search.topk import best_first
from ilk.vocabulary import Vocabulary

Floats = NDArray[np.float64]


def describe_topics(
    model: TopicModel,
    stats: Statistics,
    vocabulary: Vocabulary,
    documents: DocumentStore,
    n_terms: int,
    n_documents: int,
) -> tuple[Topic, ...]:
    """Describe every topic, the largest share first, equal ones in their order."""
    for name, value in (("n_terms", n_terms), ("n_documents", n_documents)):
        if value < 0:
            raise ParameterError(f"{name} must be at least 0, got {value}")
    p_w = stats.term_totals / max(stats.total, 1)
    topics = []
    for number in np.argsort(-model.p_z, kind="stable").tolist():
        p_w_given_z = model.topics_of_terms[:, number].astype(np.float64)
        typical = typicality(model.topics_of_docs[:, number], float(model.p_z[number]), stats)
        topics.append(
            Topic(
                number,
                float(model.p_z[number]),
                _terms(p_w_given_z, n_terms, vocabulary),
                _terms(distinctness(p_w_given_z, p_w), n_terms, vocabulary),
                tuple(documents.ids(_best(typical, n_documents))),
            )
        )
    return tuple(topics)


def distinctness(p_w_given_z: Floats, p_w: Floats) -> Floats:
    """Return P(w|z) log(P(w|z)/P(w)), (V,): what each term adds to the distance of a topic from the whole."""
    known = (p_w_given_z > 0) & (p_w > 0)
    ratios = np.divide(p_w_given_z, p_w, out=np.ones_like(p_w), where=known)
    return np.asarray(p_w_given_z * np.log(ratios))


def typicality(p_z_given_d: NDArray[Any], p_z: float, stats: Statistics) -> Floats:
    """Return P(z|d) drawn towards P(z), (N,), the more the shorter a document: three words prove little."""
    lengths, mean = stats.doc_lengths, stats.mean_length
    return np.asarray((lengths * p_z_given_d + mean * p_z) / np.maximum(lengths + mean, 1e-12))


def _terms(weights: Floats, n: int, vocabulary: Vocabulary) -> tuple[str, ...]:
    return tuple(vocabulary.term(number) for number in _best(weights, n))


def _best(weights: Floats, n: int) -> list[int]:
    chosen = best_first(weights, n) if n else np.empty(0, dtype=np.intp)
    return [int(number) for number in chosen if weights[number] > 0]
