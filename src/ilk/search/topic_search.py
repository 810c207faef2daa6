"""Exact search with the Fisher kernels of PLSI and of the mixture of unigrams."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from ilk.search import topic_topk
from ilk.search.base import BaseSearch
from ilk.search.parts import Parts, Similarities, joined, no_parts, parts_of_both, parts_of_topics
from ilk.search.postings import Postings
from ilk.search.query import LexicalQuery, WeightedTerms, check_query
from ilk.search.scratch import ScratchPool, new_topic_scratch
from ilk.search.statistics import Statistics, distinctness
from ilk.search.topic_kernel import Directions, Gradient, KernelSettings, TopicKernel, read_only
from ilk.search.topic_model import PLSI, TopicModel
from ilk.search.topic_postings import TopicPostings, angles_of, norms_of
from ilk.search.topic_topk import TopicSearched, TopicWanted
from ilk.search.topk import Answer

Floats = NDArray[np.float64]
Plain = tuple[Any, ...]

NO_TOPICS = np.empty(0)


class TopicSearch(BaseSearch):
    """Search by K(d,q); queries are folded in, and documents are as the model learned them.

    form: "hofmann", "iid", "raw" or "vector-space".
    information: "identity", "sqrt-diagonal", "diagonal", "log-sqrt-diagonal", or an exponent in [0, 1].
    part: "both", "topics" or "words".

    These mean what they mean in `ilk.FisherKernel`, and similarities are those of its `gram`. With the part
    "words", the candidates are the documents that have a word of the query which the model knows; otherwise
    all documents that have words. A query of which the model knows no word has no hits.

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
        self._plsi = collection.model.kind == PLSI
        self._kernels = _compiled_kernels() if compiled else None
        self._scratch = ScratchPool(new_topic_scratch, self.n_docs)

    def prepare(self) -> None:
        """Compute what every posting adds now, so that no search has to."""
        if self._has_words_part:
            self._impacts.make_all_ready()

    def gradient(self, terms: NDArray[Any], counts: NDArray[Any]) -> Gradient:
        """Return what the model makes of a query, folded in: P(z|q), and a ratio for each of its terms."""
        return self._directions(check_query(terms, counts, self.n_terms))[0]

    def _answer(self, query: LexicalQuery, k: int, mask: NDArray[np.bool_]) -> Answer:
        if self._kernels is None:
            return super()._answer(query, k, mask)
        scratch = self._scratch.take()
        # Plain tuples reach compiled code in a sixth of the time that named ones take.
        searched, plain_scratch = tuple(self._searched), tuple(scratch)
        if self._plsi and not self._has_topics_part:
            self._impacts.make_ready(query.terms)
            plain_query = tuple(self.kernel.plsi_query(query))
            answer = self._kernels.search_words(searched, plain_query, mask, k, plain_scratch)
        else:
            plain_wanted = tuple(self._wanted(query))
            answer = self._kernels.search(searched, plain_wanted, mask, k, plain_scratch)
        self._scratch.give_back(scratch)
        return answer

    def _similarities(self, query: LexicalQuery) -> Similarities:
        wanted = self._wanted(query)
        if self._kernels is None:
            return topic_topk.similarities(self._searched, wanted)
        scratch = self._scratch.take()
        found = self._kernels.similarities(tuple(self._searched), tuple(wanted), tuple(scratch))
        self._scratch.give_back(scratch)
        return Similarities(*found)

    def _parts(self, query: LexicalQuery, document: int) -> Parts:
        gradient, _ = self._directions(query)
        if not (gradient.ratios.any() and self.collection.has_words[document]):
            return no_parts()
        found = [no_parts()]
        if self._has_topics_part:
            row = self.kernel.document_posteriors[document].astype(np.float64)
            factor = self.kernel.document_factors[document]
            found.append(parts_of_topics(factor * row * self.kernel.topics(gradient, query)))
        if self._has_words_part:
            found.append(self._word_parts(gradient, document))
        return joined(*found)

    def _near(self, query: LexicalQuery) -> WeightedTerms:
        """Return the terms that mark the topics of the query, P(w|q) log(P(w|q)/P(w)), if topics count."""
        if not self._has_topics_part:
            return super()._near(query)
        gradient, _ = self._directions(query)
        model, stats = self.collection.model, self.collection.stats
        p_w_given_q = (model.topics_of_terms @ gradient.shares.astype(np.float32)).astype(np.float64)
        weights = distinctness(p_w_given_q, stats.term_totals / max(stats.total, 1))
        return WeightedTerms(np.arange(self.n_terms, dtype=np.int32), weights)

    def _word_parts(self, gradient: Gradient, document: int) -> Parts:
        """Return the summands of the sum over words, of the shared terms and all topics."""
        self._impacts.make_ready(gradient.terms)
        places = self.collection.postings.places(gradient.terms, document)
        shared = places >= 0
        terms, shares = gradient.terms[shared], self.collection.model.topics_of_docs[document]
        ratios = self._impacts.values[places[shared]] * self.collection.inverse_norms[document]
        amounts = (gradient.ratios[shared] * ratios)[:, np.newaxis] * (gradient.shares * shares)
        return parts_of_both(terms, amounts * self.kernel.term_weights(terms))

    def _wanted(self, query: LexicalQuery) -> TopicWanted:
        """Return the query as the search takes it."""
        gradient, (weights, directions) = self._directions(query)
        known = bool(gradient.ratios.any())
        topics = self.kernel.topics(gradient, query) if known and self._has_topics_part else NO_TOPICS
        if not self._has_words_part:
            return TopicWanted(query.terms[:0], weights[:0], directions[:0], topics)
        self._impacts.make_ready(query.terms)
        return TopicWanted(query.terms, weights, directions, topics)

    def _directions(self, query: LexicalQuery) -> tuple[Gradient, Directions]:
        if self._kernels is None or not self._plsi:
            gradient = self.kernel.gradient(query)
            return gradient, self.kernel.directions(gradient)
        shares, ratios, *directions = self._kernels.query(tuple(self.kernel.plsi_query(query)))
        return Gradient(query.terms, ratios, shares), Directions(*directions)

    @property
    def _has_words_part(self) -> bool:
        return self.settings.part != "topics"

    @property
    def _has_topics_part(self) -> bool:
        return self.settings.part != "words"

    @cached_property
    def _searched(self) -> TopicSearched:
        collection = self.collection
        return TopicSearched(
            collection.postings.indptr,
            collection.postings.docs.view(np.uint32),
            self._impacts.values,
            collection.model.topics_of_docs,
            collection.inverse_norms,
            collection.angles,
            *self._searched_topics(),
            collection.has_words,
        )

    def _searched_topics(self) -> tuple[NDArray[np.float32], Floats, NDArray[np.uint32], Floats]:
        """Return rows, their norms, their angles and factors for the sum over topics, empty without it."""
        shares = self.collection.model.topics_of_docs
        if not self._has_topics_part:
            return shares[:0], np.empty(0), np.empty(0, dtype=np.uint32), np.empty(0)
        rows, factors = self.kernel.document_posteriors, self.kernel.document_factors
        own = rows is not shares
        norms = norms_of(rows) if own else self.collection.norms
        return read_only(rows), norms * factors, angles_of(rows) if own else self.collection.angles, factors


class Kernels(Protocol):
    """The compiled functions of the search, which take named tuples as plain ones."""

    def search(
        self, searched: Plain, wanted: Plain, allowed: NDArray[np.bool_], k: int, scratch: Plain
    ) -> Answer:
        """Return the best documents of a `TopicWanted`."""

    def search_words(
        self, searched: Plain, query: Plain, allowed: NDArray[np.bool_], k: int, scratch: Plain
    ) -> Answer:
        """Return the best documents of a `PLSIQuery`, by words alone."""

    def similarities(
        self, searched: Plain, wanted: Plain, scratch: Plain
    ) -> tuple[Floats, NDArray[np.bool_]]:
        """Return the similarities of all documents to a `TopicWanted`, and which are candidates."""

    def query(self, query: Plain) -> tuple[Floats, Floats, Floats, Floats]:
        """Return P(z|q), ratios, weights and directions of a `PLSIQuery`."""


@cache
def _compiled_kernels() -> Kernels:
    """Load the compiled functions by running each once; the first time on a machine, compile them."""
    from ilk.models.plsi_compile import announced

    sentence = "ilk compiles the search by topics, once for this machine; this takes about half a minute"
    with announced(sentence):
        from ilk.search import _topic_kernels  # loads numba, which takes longer than one search

        kernels = cast(Kernels, _topic_kernels)
        for part in ("words", "both"):
            smallest = TopicSearch(_smallest_collection(), part=part, compiled=False)
            smallest._kernels = kernels
            smallest.search(np.array([0]), np.array([1]), 1)
            smallest.similarities(np.array([0]), np.array([1]))
    return kernels


def _smallest_collection() -> TopicPostings:
    """Return one document of one term and one topic."""
    one = np.ones(1, dtype=np.int32)
    postings = Postings(np.array([0, 1]), 0 * one, one)
    row = np.ones((1, 1), dtype=np.float32)
    return TopicPostings(postings, Statistics.from_postings(postings, 1), TopicModel(PLSI, row[0], row, row))
