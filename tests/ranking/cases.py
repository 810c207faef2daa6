"""Small random searches for Hypothesis, and a search engine over a matrix of counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from ilk.ranking import Ranking
from ilk.search import LexicalSearch, Postings, Statistics


@dataclass
class Case:
    """Counts, the words of a query, a mask and k."""

    matrix: list[list[int]]
    words: list[int]
    allowed: np.ndarray | None
    k: int

    @property
    def query(self) -> Counter[int]:
        return Counter(self.words)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Few distinct counts, so that ties are common; empty documents, unused terms and k beyond N as well."""
    n_docs, n_terms = draw(st.integers(1, 9)), draw(st.integers(1, 6))
    row = st.lists(st.sampled_from([0, 0, 0, 1, 1, 2, 7]), min_size=n_terms, max_size=n_terms)
    matrix = draw(st.lists(row, min_size=n_docs, max_size=n_docs))
    words = draw(st.lists(st.integers(0, n_terms - 1), max_size=8))
    mask = st.lists(st.booleans(), min_size=n_docs, max_size=n_docs).map(np.array)
    return Case(matrix, words, draw(st.none() | mask), draw(st.integers(1, 12)))


def postings_of(matrix: list[list[int]]) -> Postings:
    from scipy.sparse import csr_array

    counts = csr_array(np.array(matrix, dtype=np.int32))
    return Postings.from_rows(counts.indptr, counts.indices, counts.data, counts.shape[1])


def engine(matrix: list[list[int]], ranking: Ranking, compiled: bool = True) -> LexicalSearch:
    postings = postings_of(matrix)
    return LexicalSearch(postings, Statistics.from_postings(postings, len(matrix)), ranking, compiled)


def ask(search: LexicalSearch, case: Case) -> tuple[np.ndarray, np.ndarray]:
    """Put the words to the search as they come: unsorted, repeated, each counted once."""
    terms = np.array(case.words, dtype=np.int32)
    return search.search(terms, np.ones(terms.size, dtype=np.int32), case.k, case.allowed)
