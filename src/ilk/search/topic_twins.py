"""Topics that EM did not tell apart.

Where a collection has room for fewer topics than were asked for, tempering and the prior leave some of them
with the same words. These are one topic, and a list that repeats it under other numbers helps nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.search.topic_model import TopicModel

ALIKE = 0.99
"""The cosine of two topics' P(w|z) from which they are one."""


def merge_twins(model: TopicModel) -> TopicModel:
    """Return a model that has every set of twins as one topic; no document's P(w|d) changes."""
    first = first_alike(model.topics_of_terms)
    groups = [np.flatnonzero(first == leader) for leader in np.unique(first)]
    if len(groups) == model.n_topics:
        return model
    return replace(
        model,
        p_z=np.array([model.p_z[twins].sum() for twins in groups]),
        topics_of_terms=_columns(_mean_words(model, twins) for twins in groups),
        topics_of_docs=_columns(model.topics_of_docs[:, twins].sum(axis=1) for twins in groups),
    )


def first_alike(topics_of_terms: NDArray[Any]) -> NDArray[np.intp]:
    """Return for each topic of P(w|z) (V, K) the first that it is a twin of, or itself, (K,)."""
    products = (topics_of_terms.T @ topics_of_terms).astype(np.float64)
    lengths = np.sqrt(np.diagonal(products))
    alike = products >= ALIKE * np.outer(lengths, lengths)
    first: list[int] = []
    for topic, twins in enumerate(alike):
        leaders = (leader for leader in first if first[leader] == leader)
        first.append(next((leader for leader in leaders if twins[leader]), topic))
    return np.array(first, dtype=np.intp)


def _mean_words(model: TopicModel, twins: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the mean P(w|z) of twins (V,), each as weighty as its P(z)."""
    p_z = model.p_z[twins]
    weights = p_z / p_z.sum() if p_z.sum() > 0 else np.full(twins.size, 1 / twins.size)
    return np.asarray((model.topics_of_terms[:, twins] * weights).sum(axis=1))


def _columns(columns: Iterable[NDArray[Any]]) -> NDArray[np.float32]:
    return np.ascontiguousarray(np.stack(list(columns), axis=1), dtype=np.float32)
