"""Exact search with the Fisher kernels of PLSI and of the mixture of unigrams."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.search import topic_topk
from ilk.search.base import BaseSearch
from ilk.search.parts import Parts, Similarities, joined, no_parts, parts_of_both, parts_of_topics
from ilk.search.query import LexicalQuery
from ilk.search.scratch import ScratchPool, new_topic_scratch
from ilk.search.topic_kernel import Gradient, KernelSettings, TopicKernel
from ilk.search.topic_model import PLSI
from ilk.search.topic_postings import TopicPostings
from ilk.search.topic_topk import TopicSearched, TopicWanted
from ilk.search.topk import Answer

Floats = NDArray[np.float64]
Plain = tuple[Any, ...]
Kernel = Callable[[Plain, Plain, Floats, NDArray[np.bool_], int, Plain], Answer]

FLOAT32_STEP = 2.0**-23


class TopicSearch(BaseSearch):
    """Search by K(d,q); queries are folded in, and documents are as the model learned them.

    form: "hofmann", "iid", "raw" or "vector-space"; information: "identity", "sqrt-diagonal", "diagonal" or an
    exponent in [0, 1]; part: "both", "topics" or "words". They mean what they mean in `ilk.FisherKernel`, and
    similarities are those of its `gram`.

    With the part "words", the candidates are the documents that have a word of the query which the model
    knows; otherwise all documents that have words. A query that the model does not know a word of has no hits.

    `compiled` chooses between a numba kernel, for a process that lives on, and NumPy, for one search; their
    similarities differ by rounding alone. Safe to use from several threads.
    """

    def __init__(
        self,
        collection: TopicPostings,
        form: str = "hofmann",
        information: str | float = "identity",
        part: str = "both",
        compiled: bool = True,
    ) -> None:
        self.settings = KernelSettings.of(form, information, part)
        self.collection, self.kernel = collection, TopicKernel(collection, self.settings)
        self.n_docs, self.n_terms = collection.stats.n_docs, collection.stats.n_terms
        self._impacts = collection.impacts(raw=self.kernel.raw)
        self._top_k = _compiled_kernel() if compiled else None
        self._scratch = ScratchPool(new_topic_scratch, self.n_docs)

    def prepare(self) -> None:
        """Compute what every posting adds now, so that no search has to."""
        if self._has_words_part:
            self._impacts.make_all_ready()

    def _answer(self, query: LexicalQuery, k: int, mask: NDArray[np.bool_]) -> Answer:
        if self._top_k is None:
            return super()._answer(query, k, mask)
        wanted = self._wanted(query)
        if wanted is None:
            return np.empty(0, dtype=np.int32), np.empty(0)
        scratch = self._scratch.take()
        # Plain tuples reach compiled code in a sixth of the time that named ones take.
        answer = self._top_k(
            tuple(self._searched), tuple(wanted), self._rough(wanted.topics), mask, k, tuple(scratch)
        )
        self._scratch.give_back(scratch)
        return answer

    def _similarities(self, query: LexicalQuery) -> Similarities:
        wanted = self._wanted(query)
        if wanted is None:
            return Similarities(np.zeros(self.n_docs), np.zeros(self.n_docs, dtype=np.bool_))
        return topic_topk.similarities(self._searched, wanted)

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        gradient = self.kernel.gradient(query)
        if not (gradient.terms.size and self.collection.has_words[document]):
            return no_parts()
        found = [no_parts()]
        if self._has_topics_part:
            row = self.kernel.document_posteriors[document].astype(np.float64)
            factor = self.kernel.document_factors[document]
            found.append(parts_of_topics(factor * row * self.kernel.topics(gradient, query)))
        if self._has_words_part:
            found.append(self._word_parts(gradient, document))
        return joined(*found)

    def _word_parts(self, gradient: Gradient, document: int) -> Parts:
        """Return ratio(d,w) ratio(q,w) P(z|d) P(z|q) scale(w,z) / G(w,z)^a of the shared terms and all topics."""
        self._impacts.make_ready(gradient.terms)
        places = self.collection.postings.places(gradient.terms, document)
        shared = places >= 0
        terms, shares = gradient.terms[shared], self.collection.model.topics_of_docs[document]
        ratios = self._impacts.values[places[shared]] * self.collection.inverse_norms[document]
        amounts = (gradient.ratios[shared] * ratios)[:, np.newaxis] * (gradient.shares * shares)
        return parts_of_both(terms, amounts * self.kernel.term_weights(terms))

    def _wanted(self, query: LexicalQuery) -> TopicWanted | None:
        """Return the query as the search takes it, or None where the model knows none of its words."""
        if self._top_k is not None and self.collection.model.kind == PLSI:
            gradient, (weights, directions) = self.kernel.compiled_query(query)
        else:
            gradient = self.kernel.gradient(query)
            weights, directions = self.kernel.directions(gradient)
        if not gradient.terms.size:
            return None
        topics = self.kernel.topics(gradient, query) if self._has_topics_part else np.empty(0)
        if not self._has_words_part:
            return TopicWanted(gradient.terms[:0], weights[:0], directions[:0], topics)
        self._impacts.make_ready(gradient.terms)
        return TopicWanted(gradient.terms, weights, directions, topics)

    def _rough(self, topics: Floats) -> Floats:
        """Return upper bounds for the sum over topics (n_docs,), from a product in float32."""
        largest = topics.max(initial=0.0)
        if largest == 0:
            return np.zeros(self.n_docs) if topics.size else np.empty(0)
        products = self._searched.rows @ (topics / largest).astype(np.float32)
        rounding = 1 + 4 * (topics.size + 2) * FLOAT32_STEP  # all summands are positive
        return products * (self._searched.factors * (largest * rounding))

    @property
    def _has_words_part(self) -> bool:
        return self.settings.part != "topics"

    @property
    def _has_topics_part(self) -> bool:
        return self.settings.part != "words"

    @cached_property
    def _searched(self) -> TopicSearched:
        collection, kernel = self.collection, self.kernel
        by_topics = self._has_topics_part
        return TopicSearched(
            collection.postings.indptr,
            collection.postings.docs.view(np.uint32),
            self._impacts.values,
            collection.model.topics_of_docs,
            collection.inverse_norms,
            _read_only(kernel.document_posteriors if by_topics else collection.model.topics_of_docs[:0]),
            kernel.document_factors if by_topics else np.empty(0),
            collection.has_words,
        )


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _compiled_kernel() -> Kernel:
    from ilk.search._topic_kernels import search  # loads numba, which takes longer than one search

    return search
