"""The parts of every similarity add up to it, and belong to terms of the query and topics of the model."""

from __future__ import annotations

import math

import numpy as np
import pytest
from search.collections_of_counts import counted
from search.topic_cases import TOPIC_KERNELS, UNKNOWN, WORDLESS, fitted, random_queries

from ilk.errors import ParameterError
from ilk.kernels import kernel_spec
from ilk.ranking import RANKINGS, make_ranking
from ilk.search import LexicalSearch
from ilk.search.base import BaseSearch
from ilk.search.parts import (
    NEITHER,
    Parts,
    constants,
    joined,
    no_parts,
    parts_of_both,
    parts_of_terms,
    parts_of_topics,
)

NAMES = [*RANKINGS, "lsi", "plsi-kl", *TOPIC_KERNELS]
WITH_CONSTANTS = {"lm-dirichlet": 1, "dcm": 2}


def search_of(name: str, compiled: bool = True) -> BaseSearch:
    case = fitted()
    if name in RANKINGS:
        topics = case.topics["plsi"]
        return LexicalSearch(topics.postings, topics.stats, make_ranking(name), compiled)
    if name == "plsi-kl":
        return case.kl(compiled)
    if name == "lsi":
        return counted(60, 24).lsi()
    return case.search(name, compiled)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_they_add_up_to_the_similarity_that_the_search_returns(name: str, compiled: bool) -> None:
    search, seen = search_of(name, compiled), 0
    for query in random_queries(15, seed=len(name)):
        found = dict(zip(*(array.tolist() for array in search.search(*query, 60)), strict=True))
        candidates = search.similarities(*query).candidates
        assert set(found) == set(np.flatnonzero(candidates).tolist())
        for document in np.random.default_rng(seen).choice(60, 8, replace=False).tolist():
            parts = search.parts(*query, document)
            assert len({array.shape for array in parts}) == 1
            assert math.fsum(parts.amounts) == pytest.approx(found.get(document, 0.0), rel=1e-6, abs=1e-15)
            seen += document in found
    assert seen > 20


@pytest.mark.parametrize("name", NAMES)
def test_they_belong_to_terms_of_the_query_and_to_topics_of_the_model(name: str) -> None:
    search, query = search_of(name), (np.array([1, 2, 9, UNKNOWN]), np.array([1, 2, 1, 1]))
    part = kernel_spec(name).parameters.get("part", "both") if name in TOPIC_KERNELS else None
    documents = np.flatnonzero(search.similarities(*query).candidates).tolist()
    several = [search.parts(*query, document) for document in documents]
    terms, topics = ({n for parts in several for n in parts[i].tolist()} for i in (0, 1))
    n_constants = {int(np.sum((parts.terms == NEITHER) & (parts.topics == NEITHER))) for parts in several}
    assert n_constants == {WITH_CONSTANTS.get(name, 0)}
    assert terms <= {1, 2, 9, UNKNOWN, NEITHER}
    assert topics <= {*range(4), NEITHER}
    assert (terms == {NEITHER}) == (part == "topics")
    assert (topics == {NEITHER}) == (part is None)
    if part == "words":
        assert NEITHER not in terms | topics
    if name not in ("lsi", "plsi-kl"):
        assert UNKNOWN not in terms  # in no document


@pytest.mark.parametrize("name", NAMES)
def test_there_are_none_where_nothing_is_ranked(name: str) -> None:
    search = search_of(name)
    nothing = np.empty(0, dtype=np.int32)
    assert search.parts(nothing, nothing, 0).amounts.size == 0
    wordless = WORDLESS if name != "lsi" else int(np.flatnonzero(~counted(60, 24).matrix.any(axis=1))[0])
    assert search.parts(np.array([1, 2]), np.array([1, 1]), wordless).amounts.size == 0


@pytest.mark.parametrize("name", ["bm25", "dcm", "lsi", "plsi-kl", "plsi-h"])
def test_a_document_that_does_not_exist_is_refused(name: str) -> None:
    for document in (-1, 60, 1.0, True):
        with pytest.raises(ParameterError, match="document must be a number from 0 to 59, got"):
            search_of(name).parts(np.array([1]), np.array([1]), document)


def test_they_are_put_together() -> None:
    terms, amounts = np.array([5, 2]), np.array([[0.0, 1.5], [2.0, 3.0]])
    parts = joined(
        parts_of_both(terms, amounts),
        parts_of_topics(np.array([0.0, 7.0])),
        parts_of_terms(terms, np.array([1, 2])),
        constants(0.25),
        no_parts(),
    )
    expected = [
        (5, 1, 1.5),
        (2, 0, 2.0),
        (2, 1, 3.0),
        (NEITHER, 1, 7.0),
        (5, NEITHER, 1.0),
        (2, NEITHER, 2.0),
        (NEITHER, NEITHER, 0.25),
    ]
    assert [*zip(*(array.tolist() for array in parts), strict=True)] == expected
    assert [array.dtype for array in parts] == [np.int32, np.int32, np.float64]
    assert all(array.size == 0 for array in joined(no_parts(), no_parts()))
    assert isinstance(parts, Parts)
