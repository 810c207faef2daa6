"""The search by topics: the same numbers as the kernels, the best of them, and who is a candidate at all."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.corpora import exponent_and_parameters
from kernels.naive import TopicModel as NaiveModel
from kernels.naive import topic_kernel
from scipy.sparse import csr_array
from search.topic_cases import (
    TOPIC_KERNELS,
    UNKNOWN,
    WORDLESS,
    as_counts,
    fitted,
    postings_of,
    random_queries,
    ranked,
)

from ilk.errors import ParameterError
from ilk.kernels import kernel_spec, make_kernel
from ilk.search import _topic_bound_kernels, _topic_kernels, scratch
from ilk.search.topic_model import MIXTURE, PLSI, TopicModel
from ilk.search.topic_postings import TopicPostings
from ilk.search.topic_search import TopicSearch

CLOSE = {"rtol": 2e-6, "atol": 1e-12}
"""Parameters and ratios are kept in single precision; all terms are positive, so errors do not grow."""


@pytest.mark.parametrize(("tempering", "prior"), [(1.0, 0.0), (0.8, 0.1)])
@pytest.mark.parametrize("name", TOPIC_KERNELS)
def test_similarities_are_those_of_the_gram_matrix(name: str, tempering: float, prior: float) -> None:
    case, queries = fitted(tempering=tempering, prior=prior), random_queries(12)
    gram = make_kernel(name, case.model_of(name)).fit(case.counts).gram(as_counts(queries))
    for compiled in (True, False):
        search = case.search(name, compiled)
        for query, expected in zip(queries, gram, strict=True):
            values, candidates = search.similarities(*query)
            np.testing.assert_allclose(values, np.where(candidates, expected, 0), **CLOSE)
            assert not expected[~candidates].any()


PARAMETERS = [
    (form, information, part)
    for form in ("hofmann", "iid", "raw", "vector-space")
    for information in ("identity", 0.3, "log-sqrt-diagonal", "diagonal")
    for part in ("both", "topics", "words")
]


@pytest.mark.parametrize(("form", "information", "part"), PARAMETERS)
@pytest.mark.parametrize("kind", ["plsi", "naive-bayes"])
def test_similarities_are_those_of_the_definition(
    kind: str, form: str, information: float | str, part: str
) -> None:
    case = fitted(n_docs=12, n_topics=3)
    model, queries = case.topics[kind].model, random_queries(3, seed=5)
    search = TopicSearch(case.topics[kind], form, information, part, compiled=False)
    naive = NaiveModel(model.p_z, model.topics_of_terms.T.astype(np.float64), mixture=kind == "naive-bayes")
    shares = np.array([search.gradient(*query).shares for query in queries])
    exponent, by_log = exponent_and_parameters(information)
    expected = topic_kernel(
        naive,
        (case.counts.toarray(), model.topics_of_docs.astype(np.float64)),
        (as_counts(queries).toarray(), shares),
        form,
        exponent,
        part,
        by_log,
    )
    for query, row in zip(queries, expected, strict=True):
        np.testing.assert_allclose(search.similarities(*query).values, row, **CLOSE)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", TOPIC_KERNELS)
def test_a_search_returns_the_best_in_order(name: str, compiled: bool) -> None:
    search, rng = fitted().search(name, compiled), np.random.default_rng(1)
    for query in random_queries(8, seed=3):
        allowed = rng.random(60) < 0.6 if rng.random() < 0.5 else None
        expected = ranked(search, query, allowed)
        for k in (1, 5, 1000):
            docs, similarities = search.search(*query, k, allowed)
            assert (docs.dtype, similarities.dtype) == (np.int32, np.float64)
            assert docs.tolist() == [doc for doc, _ in expected[:k]]
            assert similarities.tolist() == [value for _, value in expected[:k]]


@pytest.mark.parametrize("n_docs", [700, 5000])
@pytest.mark.parametrize("name", ["plsi-h-words", "plsi-dfim-h", "plsi-h-topics", "nb-vs"])
def test_documents_that_are_passed_over_are_not_among_the_best(
    name: str, n_docs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many candidates for few places, and scratch for fewer documents than there are."""
    monkeypatch.setattr(scratch, "DOCS_AT_A_TIME", 512)
    search, rng = fitted(n_docs=n_docs).search(name), np.random.default_rng(2)
    for query in random_queries(10, seed=4):
        allowed = rng.random(n_docs) < 0.7 if rng.random() < 0.5 else None
        expected = ranked(search, query, allowed)
        assert len(expected) > 2 * _topic_kernels.PILOTS * 5
        for k in (1, 5, 60):
            docs, similarities = search.search(*query, k, allowed)
            assert docs.tolist() == [doc for doc, _ in expected[:k]]
            assert similarities.tolist() == [value for _, value in expected[:k]]


@given(st.lists(st.integers(0, 30), unique=True), st.integers(0, 31), st.integers(0, 5))
def test_a_block_ends_before_the_first_document_of_the_next(docs: list[int], end: int, low: int) -> None:
    postings = np.array(sorted(docs), dtype=np.uint32)
    low = min(low, postings.size)
    expected = low + np.searchsorted(postings[low:], end)
    assert _topic_bound_kernels.place_of(postings, end, low, postings.size) == expected


@pytest.mark.parametrize("name", ["plsi-h-words", "plsi-h", "nb-raw"])
def test_a_search_leaves_nothing_behind_for_the_next(name: str) -> None:
    used, rng = fitted(n_docs=700).search(name), np.random.default_rng(3)
    for query in random_queries(40, seed=13):
        allowed = rng.random(700) < 0.5 if rng.random() < 0.5 else None
        k = int(rng.integers(1, 700))
        fresh = fitted(n_docs=700).search(name).search(*query, k, allowed)
        for again, first in zip(used.search(*query, k, allowed), fresh, strict=True):
            np.testing.assert_array_equal(again, first)
    left = used._scratch.take()
    assert not any(array.any() for array in (left.totals, left.seen, left.exact))


@st.composite
def tiny_models(draw: st.DrawFn) -> tuple[csr_array, TopicModel]:
    """Counts and any parameters, also those that EM would not find: zeros, empty topics, unknown words."""
    n_docs, n_terms, n_topics = draw(st.integers(1, 40)), draw(st.integers(1, 5)), draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    counts = rng.integers(0, 3, (n_docs, n_terms)) * (rng.random((n_docs, n_terms)) < 0.6)

    def probabilities(shape: tuple[int, int], axis: int) -> np.ndarray:
        values = rng.random(shape) ** 3 * (rng.random(shape) < draw(st.sampled_from([1.0, 0.6])))
        sums = values.sum(axis=axis, keepdims=True)
        return np.divide(values, sums, out=np.zeros(shape), where=sums > 0).astype(np.float32)

    terms, docs = probabilities((n_terms, n_topics), 0), probabilities((n_docs, n_topics), 1)
    kind = draw(st.sampled_from([PLSI, MIXTURE]))
    p_z = rng.dirichlet(np.ones(n_topics))
    tempering, prior = draw(st.sampled_from([(1.0, 0.0), (0.7, 0.0), (0.9, 0.2)]))
    return csr_array(counts.astype(np.int32)), TopicModel(kind, p_z, terms, docs, tempering, prior)


@pytest.mark.parametrize(
    "parameters",
    [
        ("hofmann", 0.0, "words"),
        ("iid", 0.5, "both"),
        ("raw", 1.0, "both"),
        ("hofmann", "log-sqrt-diagonal", "both"),
    ],
)
@given(tiny_models(), st.integers(1, 12), st.data())
def test_compiled_and_numpy_agree_on_any_parameters(
    parameters: tuple, case: tuple[csr_array, TopicModel], k: int, data: st.DataObject
) -> None:
    counts, model = case
    collection = TopicPostings(*postings_of(counts), model)
    words = data.draw(st.lists(st.integers(0, counts.shape[1] - 1), max_size=6))
    query = np.array(words, dtype=np.int32), np.ones(len(words))
    fast, slow = (TopicSearch(collection, *parameters, compiled=compiled) for compiled in (True, False))
    (values, candidates), (expected, same) = fast.similarities(*query), slow.similarities(*query)
    assert candidates.tolist() == same.tolist()
    assert np.isfinite(values).all()
    np.testing.assert_allclose(
        values, expected, rtol=1e-4, atol=1e-12 + 1e-6 * np.abs(expected).max(initial=0)
    )
    docs, similarities = fast.search(*query, k)
    assert [*zip(docs.tolist(), similarities.tolist(), strict=True)] == ranked(fast, query)[:k]


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", ["plsi-h-words", "plsi-iid", "plsi-vs-dfim", "plsi-h-topics", "nb-raw"])
def test_copies_of_a_document_tie_in_document_order(name: str, compiled: bool) -> None:
    case = fitted()
    spec, topics = kernel_spec(name), fitted().topics[kernel_spec(name).model]
    order = np.concatenate([np.arange(60)] * 9)
    model = TopicModel(
        topics.model.kind, topics.model.p_z, topics.model.topics_of_terms, topics.model.topics_of_docs[order]
    )
    copies = TopicPostings(*postings_of(csr_array(case.counts[order])), model)
    search = TopicSearch(copies, **spec.parameters, compiled=compiled)
    for query in random_queries(4, seed=9):
        values, _ = search.similarities(*query)
        assert (values.reshape(9, 60) == values[:60]).all()
        docs, similarities = search.search(*query, 45)
        assert [*zip(docs.tolist(), similarities.tolist(), strict=True)] == ranked(search, query)[:45]
        assert len(set(similarities.tolist())) <= 5


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", TOPIC_KERNELS)
def test_who_is_a_candidate(name: str, compiled: bool) -> None:
    case = fitted()
    search, words = case.search(name, compiled), kernel_spec(name).parameters.get("part") == "words"
    dense = case.counts.toarray()
    _, candidates = search.similarities(np.array([2, UNKNOWN]), np.array([1, 1]))
    assert candidates.tolist() == (dense[:, 2] > 0 if words else dense.any(axis=1)).tolist()
    assert not candidates[WORDLESS]
    docs, _ = search.search(np.array([2, UNKNOWN]), np.array([1, 1]), 1000)
    assert sorted(docs.tolist()) == np.flatnonzero(candidates).tolist()


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", TOPIC_KERNELS)
def test_a_query_that_says_nothing_finds_nothing(name: str, compiled: bool) -> None:
    search = fitted().search(name, compiled)
    for terms in (np.empty(0, dtype=np.int32), np.array([UNKNOWN])):
        counts = np.ones(terms.size)
        docs, similarities = search.search(terms, counts, 5)
        assert docs.shape == similarities.shape == (0,)
        values, candidates = search.similarities(terms, counts)
        assert not values.any()
        assert not candidates.any()
        assert search.parts(terms, counts, 0).amounts.size == 0
    everything_forbidden = np.zeros(60, dtype=bool)
    assert search.search(np.array([1, 2]), np.ones(2), 5, everything_forbidden)[0].size == 0


def test_an_unknown_word_counts_in_the_length_of_a_query_alone() -> None:
    search = fitted().search("plsi-h-words")
    with_it = search.similarities(np.array([2, UNKNOWN]), np.array([1, 1])).values
    without = search.similarities(np.array([2]), np.array([1])).values
    np.testing.assert_allclose(with_it, without / 2, rtol=1e-12)


def test_batches_equal_single_searches_whatever_the_threads() -> None:
    search, queries = fitted(n_docs=700).search("plsi-half-h"), random_queries(100, seed=6)
    singles = [search.search(*query, 10) for query in queries]
    for threads in (1, 3):
        many = fitted(n_docs=700).search("plsi-half-h").search_many(queries, 10, threads=threads)
        for ours, single in zip(many, singles, strict=True):
            np.testing.assert_array_equal(ours[0], single[0])
            np.testing.assert_array_equal(ours[1], single[1])


def test_several_threads_may_share_one_search() -> None:
    shared, alone = (fitted(n_docs=700).search("plsi-h-words") for _ in range(2))
    queries = random_queries(100, seed=7)
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda query: shared.search(*query, 5), queries))
    for query, answer in zip(queries, answers, strict=True):
        np.testing.assert_array_equal(answer[0], alone.search(*query, 5)[0])
        np.testing.assert_array_equal(answer[1], alone.search(*query, 5)[1])


def test_preparing_everything_changes_nothing() -> None:
    case = fitted()
    fresh = TopicPostings(case.topics["plsi"].postings, case.topics["plsi"].stats, case.topics["plsi"].model)
    eager = TopicSearch(fresh, part="words")
    eager.prepare()
    for query in random_queries(10, seed=8):
        lazy = case.search("plsi-h-words").search(*query, 9)
        np.testing.assert_array_equal(eager.search(*query, 9)[0], lazy[0])
        np.testing.assert_allclose(eager.search(*query, 9)[1], lazy[1], rtol=1e-6)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"form": "hoffmann"}, "form must be one of 'hofmann', 'iid', 'raw', 'vector-space', got 'hoffmann'"),
        ({"part": "all"}, "part must be one of 'both', 'topics', 'words', got 'all'"),
        ({"information": "full"}, r"must be 'identity', .* or a number in \[0, 1\], got 'full'"),
        ({"information": 2.0}, "information must be .*2.0"),
    ],
)
def test_wrong_parameters_are_refused(arguments: dict, sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        TopicSearch(fitted().topics["plsi"], **arguments)


def test_a_model_of_another_collection_is_refused() -> None:
    case = fitted()
    for counts, what in ((case.counts[:50], "60 documents"), (case.counts[:, :20], "24 terms")):
        postings, stats = postings_of(csr_array(counts))
        with pytest.raises(ParameterError, match=f"of {what} do not belong to a collection of"):
            TopicPostings(postings, stats, case.topics["plsi"].model)


@pytest.mark.parametrize("part", ["words", "both"])
def test_one_search_loads_neither_numba_nor_scipy(part: str) -> None:
    program = f"""
import sys
import numpy as np
from ilk.search import Postings, Statistics
from ilk.search.kl_search import KLSearch
from ilk.search.topic_model import TopicModel
from ilk.search.topic_postings import TopicPostings
from ilk.search.topic_search import TopicSearch

indptr, docs, counts = np.array([0, 2, 3]), np.array([0, 1, 1], np.int32), np.array([2, 1, 1], np.int32)
postings = Postings(indptr, docs, counts)
stats = Statistics.from_postings(postings, 2)
halves = np.full((2, 2), 0.5, np.float32)
model = TopicModel("plsi", np.array([0.5, 0.5]), halves, halves, 0.8, 0.1)
topics = TopicPostings(postings, stats, model)
search = TopicSearch(topics, information="diagonal", part={part!r}, compiled=False)
print(sorted(search.search(np.array([0]), np.array([1]), 5)[0].tolist()))
print(KLSearch(stats, model, compiled=False).search(np.array([0]), np.array([1]), 5)[0].tolist())
print(sorted({{"numba", "scipy", "sklearn", "rich"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[0, 1]", "[0, 1]", "[]"]
