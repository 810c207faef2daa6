"""Words that a similarity takes for those of a query: of its themes, and never its own."""

from __future__ import annotations

import pytest
from small_index import THEMES, WORDS, full_index

from ilk.similarities import MODELS_NEEDED

A_THEME = len(WORDS) // THEMES
BY_THEME = ["ilk", "bm25-rm3", "lsi", "plsi-h", "plsi-h-topics", "bm25+plsi-h"]
BY_EQUAL_WORDS = ["bm25", "pl2", "plsi-kl", "plsi-h-words", "dcm", "bm25+pl2"]


@pytest.mark.parametrize("similarity", BY_THEME)
def test_related_words_are_of_the_theme(similarity):
    index = full_index()
    query = " ".join(WORDS[:3])
    found = index.searcher(similarity).related(*index._count(index.tokenizer.terms(query)), 4)
    terms = [index.vocabulary.term(number) for number in found.tolist()]
    of_theme = {term for word in WORDS[3:A_THEME] for term in index.tokenizer.terms(word)}
    assert len(terms) == 4
    assert len(of_theme & set(terms)) >= 3


@pytest.mark.parametrize("similarity", BY_EQUAL_WORDS)
def test_some_similarities_know_the_words_of_a_query_alone(similarity):
    index = full_index()
    counted = index._count(index.tokenizer.terms(" ".join(WORDS[:3])))
    assert index.searcher(similarity).related(*counted, 10).size == 0


@pytest.mark.parametrize("similarity", MODELS_NEEDED)
def test_whatever_the_similarity_own_words_and_repetitions_are_left_out(similarity):
    index = full_index()
    terms, counts = index._count(index.tokenizer.terms(" ".join(WORDS[::9])))
    found = index.searcher(similarity).related(terms, counts, 7).tolist()
    assert len(found) <= 7
    assert len(set(found)) == len(found)
    assert not set(found) & set(terms.tolist())


def test_snippets_mark_related_words_apart():
    index = full_index()
    for hit in index.search(" ".join(WORDS[:2]), similarity="ilk", n_related=10):
        marked, related = ({hit.snippet[a:b] for a, b in spans} for spans in (hit.marks, hit.related))
        assert marked <= set(WORDS[:2])
        assert related
        assert not marked & related
    assert all(not hit.related for hit in index.search(WORDS[0], similarity="ilk"))
