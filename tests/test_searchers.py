"""What answers with a similarity: made once, shared, let go, refused with a sentence."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest
from small_index import N_DOCS, documents, full_index

import ilk
from ilk.errors import ParameterError, UnknownName
from ilk.search.feedback import FeedbackSearch
from ilk.search.fusion import FusedSearch
from ilk.searchers import KEPT, Searchers
from ilk.similarities import MODELS_NEEDED

QUERY = "barta kolim mipes"


@pytest.fixture
def made() -> Searchers:
    """Searches over the full index, none made yet."""
    index = full_index()
    return Searchers(index._stored, index.postings, index.statistics, index.models, compiled=False)


@pytest.mark.parametrize("name", [*MODELS_NEEDED, "bm25+lsi", "ilk+bm25", "fv-rm3", "plsi-kl-rm3", "ilk-rm3"])
def test_every_similarity_answers_compiled_or_not(made, name):
    index = full_index()
    hits = index.search(QUERY, k=N_DOCS, similarity=name)
    assert len(hits) > 0
    assert all(np.isfinite(hit.similarity) for hit in hits)
    assert [hit.similarity for hit in hits] == sorted((hit.similarity for hit in hits), reverse=True)
    numbers, values = made[name].search(*index._count(QUERY.split()), N_DOCS)
    plain = dict(zip(index.documents.ids(numbers.tolist()), values.tolist(), strict=True))
    assert plain == pytest.approx({hit.id: hit.similarity for hit in hits}, rel=1e-4, abs=1e-9)


@pytest.mark.parametrize("name", [*MODELS_NEEDED, "bm25+lsi", "lsi-rm3"])
def test_a_query_without_known_words_finds_nothing(made, name):
    empty = np.empty(0, dtype=np.int32)
    assert made[name].search(empty, empty, 5)[0].size == 0


@pytest.mark.parametrize("name", [*MODELS_NEEDED, "bm25+lsi", "lsi-rm3"])
def test_a_document_without_words_is_never_a_hit(made, name):
    counted = full_index()._count(QUERY.split())
    assert N_DOCS not in made[name].search(*counted, N_DOCS + 1)[0].tolist()
    assert not made[name].similarities(*counted).candidates[N_DOCS]


def test_a_search_is_made_once_however_it_is_spelt(made):
    assert made["bm25:k1=2:b=0.5"] is made["bm25 : b=.5 : k1=2.0"]
    assert made["bm25"] is not made["bm25:k1=2"]
    assert made["bm25+lsi"] is made[" bm25 + lsi"]


def test_composed_searches_share_what_they_are_made_of(made):
    fused, with_feedback = made["bm25+lsi"], made["bm25-rm3"]
    assert isinstance(fused, FusedSearch)
    assert isinstance(with_feedback, FeedbackSearch)
    assert fused._searches == (made["bm25"], made["lsi"])
    assert with_feedback._inner is made["bm25"]
    assert made.topics("plsi") is made["plsi-h"].collection


def test_only_so_many_searches_are_kept_the_last_ones(made):
    first, kept = made["bm25"], made["lsi"]
    for k1 in range(1, KEPT):
        assert made["lsi"] is kept
        made[f"bm25:k1={k1}"]
    assert made["lsi"] is kept
    assert made["bm25"] is not first
    assert len(made._kept) == KEPT


def test_nobody_waits_for_a_search_that_is_being_made_for_others(made, monkeypatch):
    begun, may_end = threading.Event(), threading.Event()
    make = made._make

    def slow(name, parameters):
        if name == "lsi":
            begun.set()
            assert may_end.wait(60)
        return make(name, parameters)

    monkeypatch.setattr(made, "_make", slow)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: made["lsi"])
        assert begun.wait(60)
        assert made["bm25"] is made["bm25"]
        assert not waiting.done()
        may_end.set()
        assert waiting.result() is made["lsi"]


def test_threads_get_one_search(made):
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(made.__getitem__, ["plsi-h", "bm25+lsi"] * 20))
    assert len(set(map(id, answers))) == 2


def test_parameters_reach_feedback_and_what_it_is_put_on(made):
    search = made["bm25-rm3:documents=3:terms=7:weight=0.25:k1=0.9"]
    assert (search._documents, search._terms, search._weight) == (3, 7, 0.25)
    assert search._inner is made["bm25:k1=0.9"]


@pytest.mark.parametrize(
    ("similarity", "sentence"),
    [
        ("bm25:k3=1", "bm25 has no parameter 'k3'; it has: b, k1"),
        ("bm25-rm3:k3=1", "bm25 has no parameter 'k3'; it has: b, k1"),
        ("bm25-rm3:weight=2", "weight of feedback must be a number from 0 to 1, got 2.0"),
        ("bm25-rm3:documents=2.5", "documents of feedback must be a whole number, got 2.5"),
        ("bm25-rm3:terms=many", "terms of feedback must be a number of at least 1, got 'many'"),
        ("bm25:weight=1", "bm25 has no parameter 'weight'"),
        ("lsi:n=1:m=2", "lsi has no parameters to set when searching, got n, m"),
        ("plsi-h:form=iid", "plsi-h has no parameters to set when searching, got form"),
        ("bm25+lsi:n=1", "lsi has no parameters to set when searching, got n"),
    ],
)
def test_wrong_parameters_are_refused_and_nothing_is_kept(made, similarity, sentence):
    with pytest.raises(ParameterError, match=sentence):
        made[similarity]
    assert similarity not in made._kept
    assert len(made._kept) <= 1  # of a composed one, what came first


def test_unknown_names_are_refused(made):
    with pytest.raises(UnknownName, match="there is no similarity 'lda'"):
        made["bm25+lda"]
    assert not made._kept


@pytest.mark.parametrize(
    ("similarity", "model"),
    [
        ("ilk", "ilk"),
        ("lsi", "lsi"),
        ("plsi-kl", "plsi"),
        ("plsi-half-iid-words", "plsi"),
        ("nb-vs", "nb"),
        ("fv", "fv"),
        ("lsi-rm3", "lsi"),
        ("bm25+fv", "fv"),
    ],
)
def test_an_index_without_the_model_says_how_to_get_it(similarity, model):
    quick = _quick_index()
    name = similarity.split("+")[-1]
    with pytest.raises(
        ParameterError, match=f"this index has no model for '{name}'; build it again with --models {model}"
    ):
        quick.search(QUERY, similarity=similarity)


def test_the_default_similarity_brings_a_plsi():
    index = ilk.Index.build(documents(), language="none")
    for name in ("plsi-h", "plsi-kl"):
        assert len(index.search(QUERY, similarity=name)) > 0
    model = index._searchers.topics("plsi").model
    np.testing.assert_allclose(model.topics_of_terms.sum(axis=0), 1, rtol=1e-5)
    np.testing.assert_allclose(model.topics_of_docs.sum(axis=1), 1, rtol=1e-5)
    assert model.p_z.sum() == pytest.approx(1)


def test_fisher_vectors_are_sums_over_words(made):
    index = full_index()
    counted = index._count([*QUERY.split(), "barta"])
    terms, rows = (made["fv"]._term_vectors.astype(float), made["fv"]._dense.document_vectors.astype(float))
    vector = sum(np.log1p(n) * terms[w] for w, n in zip(*counted, strict=True))
    values = made["fv"].similarities(*counted).values
    np.testing.assert_allclose(values, rows @ vector / np.linalg.norm(vector), rtol=1e-9, atol=1e-12)


def test_fisher_vectors_weigh_the_words_of_documents_as_those_of_queries(made):
    terms, rows = (made["fv"]._term_vectors.astype(float), made["fv"]._dense.document_vectors.astype(float))
    counts = full_index()._searchers.rows
    assert counts.counts.max() > 1  # or damping would change nothing
    for document, row in enumerate(rows):
        span = slice(counts.indptr[document], counts.indptr[document + 1])
        vector = np.log1p(counts.counts[span]) @ terms[counts.terms[span]]
        np.testing.assert_allclose(row * np.linalg.norm(vector), vector, atol=1e-5)


@cache
def _quick_index() -> ilk.Index:
    return ilk.Index.build(documents()[:5], language="none", effort="quick")
