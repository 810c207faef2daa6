"""BM25 against the library bm25s, on the same terms of a real collection."""

from __future__ import annotations

from pathlib import Path

import bm25s
import numpy as np
import pytest

from ilk.corpus.counts import Counts, count
from ilk.corpus.read import read
from ilk.corpus.tokenizer import Tokenizer
from ilk.ranking import BM25
from ilk.search import LexicalSearch, Postings, Statistics

N_QUERIES, K = 200, 10


@pytest.fixture(scope="module")
def reuters(data_folder: Path) -> tuple[Counts, list[list[int]]]:
    """The counts of the 19,043 stories with a body, and 200 of their titles as term numbers."""
    stories = [story for story in read(data_folder / "reuters21578") if story.text]
    tokenizer = Tokenizer.for_language("english")
    counts = count([f"{story.title}\n{story.text}" for story in stories], tokenizer)
    number_of = {term: number for number, term in enumerate(counts.vocabulary)}
    order = np.random.default_rng(0).permutation(len(stories))
    titles = ([number_of[term] for term in tokenizer.terms(stories[i].title)] for i in order)
    queries = [title for title in titles if title]
    return counts, queries[:N_QUERIES]


def test_bm25_returns_what_bm25s_returns(reuters: tuple[Counts, list[list[int]]]) -> None:
    counts, queries = reuters
    assert (counts.n_docs, len(queries)) == (19_043, N_QUERIES)
    postings = Postings.from_rows(counts.indptr, counts.indices, counts.data, counts.n_terms)
    ours = LexicalSearch(postings, Statistics.from_postings(postings, counts.n_docs), BM25())
    answers = ours.search_many([(np.array(query), np.ones(len(query))) for query in queries], K)

    tokens = np.split(np.repeat(counts.indices, counts.data), np.cumsum(ours.stats.doc_lengths)[:-1])
    rival = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    vocabulary = {term: number for number, term in enumerate(counts.vocabulary)}
    rival.index(([row.tolist() for row in tokens], vocabulary), show_progress=False)
    rival_docs, rival_similarities = rival.retrieve(queries, k=K, show_progress=False)

    for (docs, similarities), theirs, their_similarities in zip(
        answers, rival_docs, rival_similarities, strict=True
    ):
        found = their_similarities > 0  # bm25s fills up with documents that have no word of the query
        np.testing.assert_allclose(similarities, their_similarities[found], rtol=2e-6)
        # The cut may run between documents that are equal in float32; above it, both name the same ones.
        above = similarities > similarities[-1] * (1 + 2e-6)
        assert set(docs[above].tolist()) <= set(theirs[found].tolist())
        assert set(theirs[found][above].tolist()) <= set(docs.tolist())
