"""What answers with each similarity over the parts of one index."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ilk.borders import demand_borders
from ilk.errors import ParameterError
from ilk.kernels.names import KERNELS
from ilk.ranking import RANKINGS, make_ranking
from ilk.search.base import BaseSearch
from ilk.search.engine import LexicalSearch
from ilk.search.lsi_search import LSISearch
from ilk.search.rows import CountRows
from ilk.similarities import (
    FISHER_VECTORS,
    ILK,
    KL,
    LSI,
    Similarity,
    missing_model,
    model_needed,
    parse_similarity,
    without_feedback,
)
from ilk.storage import StoredFolder, fitting

if TYPE_CHECKING:
    from ilk.search.postings import Postings
    from ilk.search.statistics import Statistics
    from ilk.search.topic_postings import TopicPostings

Parameters = Mapping[str, float | str | bool]

KEPT = 16
"""Searches that are kept: each may hold a number for every posting, and any parameters may be asked for."""

_FEEDBACK_PARAMETERS = ("documents", "terms", "weight")


@dataclass(eq=False)
class Searchers:
    """The searches over one index, made when they are first asked for; those asked for last are kept.

    Any number of threads may ask; while one makes a search, which may load and compile for seconds, the
    others go on with those that there are.
    """

    stored: StoredFolder
    postings: Postings
    stats: Statistics
    models: tuple[str, ...]
    compiled: bool
    _kept: dict[str, BaseSearch] = field(default_factory=dict, init=False, repr=False)
    _topics: dict[str, TopicPostings] = field(default_factory=dict, init=False, repr=False)
    _making: dict[str, threading.Lock] = field(default_factory=dict, init=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)
    _topics_lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def __getitem__(self, spelling: str) -> BaseSearch:
        """Return what answers with a similarity."""
        similarities = parse_similarity(spelling)
        if len(similarities) == 1:
            return self._single(similarities[0])
        return self._keeping("+".join(map(str, similarities)), lambda: self._fused(similarities))

    @cached_property
    def rows(self) -> CountRows:
        """Return the counts by document."""
        rows = CountRows(*(self.stored.array(f"counts_{part}") for part in ("indptr", "terms", "data")))
        with fitting(self.stored.folder):
            demand_borders("indptr of the counts", rows.indptr, rows.terms.size)
        return rows

    def topics(self, model: str) -> TopicPostings:
        """Return the collection under one of its topic models."""
        from ilk.search.topic_postings import TopicPostings
        from ilk.stored_models import load_topics

        with self._topics_lock:
            if model not in self._topics:
                loaded = load_topics(model, self.stored, self.stats)
                self._topics[model] = TopicPostings(self.postings, self.stats, loaded)
            return self._topics[model]

    def _keeping(self, spelling: str, make: Callable[[], BaseSearch]) -> BaseSearch:
        """Return the search that is kept under a spelling, or make it, once, and let the oldest go."""
        with self._lock:
            if spelling in self._kept:
                return self._keep(spelling, self._kept[spelling])
            making = self._making.setdefault(spelling, threading.Lock())
        with making:  # of this one alone; one that is made of others waits for them, and none for it
            if (search := self._kept.get(spelling)) is None:
                search = make()
            with self._lock:
                self._making.pop(spelling, None)
                return self._keep(spelling, search)

    def _keep(self, spelling: str, search: BaseSearch) -> BaseSearch:
        """Make a search the last of those that are kept; the lock is held."""
        self._kept.pop(spelling, None)
        self._kept[spelling] = search
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return search

    def _fused(self, similarities: tuple[Similarity, ...]) -> BaseSearch:
        from ilk.search.fusion import FusedSearch

        return FusedSearch([self._single(similarity) for similarity in similarities])

    def _single(self, similarity: Similarity) -> BaseSearch:
        return self._keeping(str(similarity), lambda: self._make(similarity.name, similarity.parameters))

    def _make(self, name: str, parameters: Parameters) -> BaseSearch:
        if (lacking := missing_model(name, self.models)) is not None:
            raise ParameterError(
                f"this index has no model for {name!r}; build it again with --models {lacking}"
            )
        if name in RANKINGS:
            ranking = make_ranking(name, **parameters)
            return LexicalSearch(self.postings, self.stats, ranking, compiled=self.compiled)
        if name != without_feedback(name):
            return self._with_feedback(without_feedback(name), parameters)
        if parameters:
            spelt = ", ".join(parameters)
            raise ParameterError(f"{name} has no parameters to set when searching, got {spelt}")
        return self._modelled(name)

    def _with_feedback(self, name: str, parameters: Parameters) -> BaseSearch:
        from ilk.search.feedback import FeedbackSearch

        of_feedback = {key: value for key, value in parameters.items() if key in _FEEDBACK_PARAMETERS}
        others = {key: value for key, value in parameters.items() if key not in _FEEDBACK_PARAMETERS}
        inner = self._single(Similarity(name, others))
        return FeedbackSearch(inner, self.rows, self.stats, **of_feedback)  # type: ignore[arg-type]  # checked there

    def _modelled(self, name: str) -> BaseSearch:
        from ilk.stored_models import load_fisher_vectors, load_ilk, load_lsi

        if name == ILK:
            from ilk.default.search import IlkSearch

            return IlkSearch(
                self.postings, self.stats, self.rows, load_ilk(self.stored), compiled=self.compiled
            )
        if name == LSI:
            return load_lsi(self.stored)
        if name == FISHER_VECTORS:
            return FisherVectorSearch(*load_fisher_vectors(self.stored))
        return self._by_topics(name)

    def _by_topics(self, name: str) -> BaseSearch:
        model = model_needed(name)
        if model is None:
            raise ParameterError(f"{name} cannot be searched with")
        if name == KL:
            from ilk.search.kl_search import KLSearch

            return KLSearch(self.stats, self.topics(model).model, compiled=self.compiled)
        from ilk.search.topic_search import TopicSearch

        return TopicSearch(self.topics(model), **KERNELS[name].parameters, compiled=self.compiled)  # type: ignore[arg-type]  # names and strings


class FisherVectorSearch(LSISearch):
    """Cosine of Fisher vectors, which are sums over words: Σ_w ln(1 + n(q,w)) idf_w g(w)."""

    def __init__(self, documents: NDArray[np.float32], terms: NDArray[np.float32]) -> None:
        """Take the vectors of documents (N, K·e), of length 1, and idf_w g(w) of terms (V, K·e)."""
        super().__init__(documents, terms, np.ones(len(terms)))
