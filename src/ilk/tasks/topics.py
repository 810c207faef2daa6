"""What the topics of a PLSI are about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.corpus.tokenizer import Tokenizer
from ilk.documents import DocumentStore
from ilk.errors import ParameterError
from ilk.records import Topic
from ilk.search.postings import Postings
from ilk.search.statistics import Statistics, distinctness
from ilk.search.topic_model import TopicModel
from ilk.search.topk import best_first
from ilk.tasks.spellings import spellings
from ilk.vocabulary import Vocabulary

Floats = NDArray[np.float64]

READ = 5
"""Typical documents of a topic that are looked at for how its terms are written."""


@dataclass(frozen=True, eq=False)
class TopicDescriber:
    """Tells the topics of a model in the terms and documents of the index that it was fitted to."""

    model: TopicModel
    postings: Postings
    stats: Statistics
    vocabulary: Vocabulary
    documents: DocumentStore
    tokenizer: Tokenizer

    def all(self, n_terms: int, n_documents: int) -> tuple[Topic, ...]:
        """Describe every topic, the largest share first, equal ones in their order."""
        for name, value in (("n_terms", n_terms), ("n_documents", n_documents)):
            if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < 0:
                raise ParameterError(f"{name} must be a whole number of at least 0, got {value!r}")
        order = np.argsort(-self.model.p_z, kind="stable").tolist()
        return tuple(self.describe(number, n_terms, n_documents) for number in order)

    def describe(self, number: int, n_terms: int, n_documents: int) -> Topic:
        """Describe one topic by at most so many terms and documents."""
        p_z, p_w_given_z = (
            float(self.model.p_z[number]),
            self.model.topics_of_terms[:, number].astype(np.float64),
        )
        p_w = self.stats.term_totals / max(self.stats.total, 1)
        probable = self._terms(p_w_given_z, n_terms)
        characteristic = self._terms(distinctness(p_w_given_z, p_w), n_terms)
        typical = best_positive(
            typicality(self.model.topics_of_docs[:, number], p_z, self.stats), max(n_documents, READ)
        )
        return Topic(
            number,
            p_z,
            probable,
            characteristic,
            tuple(self.documents.ids(typical[:n_documents])),
            self._words(frozenset(probable + characteristic), typical[:READ]),
        )

    def _words(self, terms: frozenset[str], typical: list[int]) -> dict[str, str]:
        """Say how terms are written in typical documents, or in the one that has the term most often."""
        found = spellings(self._texts(typical), self.tokenizer, terms)
        missing = terms - found.keys()
        numbers = (self.vocabulary.number(term) for term in sorted(missing))
        richest = {self._richest(number) for number in numbers if number is not None}
        return found | spellings(self._texts(sorted(richest)), self.tokenizer, missing)

    def _richest(self, term: int) -> int:
        span = slice(*self.postings.indptr[term : term + 2])
        return int(self.postings.docs[span][self.postings.counts[span].argmax()])

    def _texts(self, numbers: list[int]) -> Iterator[str]:
        return (document.searchable for document in self.documents.many(numbers))

    def _terms(self, weights: Floats, n: int) -> tuple[str, ...]:
        return tuple(self.vocabulary.term(number) for number in best_positive(weights, n))


def typicality(p_z_given_d: NDArray[Any], p_z: float, stats: Statistics) -> Floats:
    """Return P(z|d) drawn towards P(z), (N,), the more the shorter a document: three words prove little.

    (|d| P(z|d) + m P(z)) / (|d| + m) with the mean length m; 0 for a document without words or without the
    topic.
    """
    lengths, mean = stats.doc_lengths, stats.mean_length
    drawn = (lengths * p_z_given_d + mean * p_z) / np.maximum(lengths + mean, 1)
    return np.where((lengths > 0) & (p_z_given_d > 0), drawn, 0.0)


def best_positive(weights: Floats, n: int) -> list[int]:
    """Return the places of the n largest weights that are positive, largest first, equal ones in order."""
    (positive,) = np.nonzero(weights > 0)
    return positive[best_first(weights[positive], n)].tolist() if n else []
