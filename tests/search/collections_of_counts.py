"""Small random collections, the searches over them, and one that says what it is told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ilk.models.lsi import LSI
from ilk.ranking import make_ranking
from ilk.search import LexicalSearch, Postings, Statistics
from ilk.search.base import BaseSearch
from ilk.search.dense import unit_rows
from ilk.search.lsi_search import LSISearch
from ilk.search.parts import Similarities, no_parts, parts_of_terms
from ilk.search.rows import CountRows


@dataclass
class Counted:
    """Counts (N, V) and what the searches need of them."""

    matrix: np.ndarray

    def __post_init__(self):
        from scipy.sparse import csr_array

        self.sparse = csr_array(self.matrix.astype(np.int32))
        indptr, indices, data = self.sparse.indptr, self.sparse.indices, self.sparse.data
        self.rows = CountRows(indptr.astype(np.int64), indices, data)
        self.postings = Postings.from_rows(indptr, indices, data, self.matrix.shape[1])
        self.stats = Statistics.from_postings(self.postings, len(self.matrix))

    def lexical(self, name: str) -> LexicalSearch:
        return LexicalSearch(self.postings, self.stats, make_ranking(name), compiled=False)

    def lsi(self, n_components: int = 4) -> LSISearch:
        model = LSI(n_components).fit(self.sparse)
        documents = unit_rows(model.document_vectors_)
        return LSISearch(documents, model.term_vectors_.astype(np.float32), model.idf_)


def counted(n_docs: int, n_terms: int, seed: int = 0) -> Counted:
    """Counts with rare and frequent terms, some documents without any."""
    rng = np.random.default_rng(seed)
    matrix = rng.poisson(1.5 / np.arange(1, n_terms + 1) ** 0.5, (n_docs, n_terms))
    matrix[rng.random(n_docs) < 0.1] = 0
    return Counted(matrix)


def random_query(rng: np.random.Generator, n_terms: int) -> tuple[np.ndarray, np.ndarray]:
    terms = rng.choice(n_terms, size=rng.integers(1, 5), replace=False)
    return terms.astype(np.int32), rng.integers(1, 4, terms.size)


class Told(BaseSearch):
    """Gives each document the similarity that it was told, and None to those that it cannot find.

    All of it belongs to term 0.
    """

    def __init__(self, *values: float | None) -> None:
        self.n_docs, self.n_terms = len(values), 3
        self._values = np.array([value or 0.0 for value in values])
        self._found = np.array([value is not None for value in values], dtype=np.bool_)

    def _similarities(self, query):
        return Similarities(self._values, self._found)

    def _parts(self, query, document):
        if not self._found[document]:
            return no_parts()
        return parts_of_terms(np.array([0]), self._values[[document]])


def told_nothing(n_docs: int) -> Told:
    return Told(*[None] * n_docs)
