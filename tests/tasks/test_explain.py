"""Explanations: for every similarity, the parts add up to it, and it is the one that a search gives."""

from __future__ import annotations

import re
from math import fsum
from pathlib import Path

import numpy as np
import pytest
from small_index import N_DOCS, THEMES, documents, full_index, text

import ilk
from ilk.corpus.tokenizer import Tokenizer
from ilk.records import Document, Explanation, Part
from ilk.search.parts import constants, joined, parts_of_both, parts_of_terms, parts_of_topics
from ilk.similarities import MODELS_NEEDED
from ilk.tasks.explain import explanation
from ilk.vocabulary import Vocabulary

NOTES = Path(__file__).parents[2] / "examples" / "notes"
COMPOSED = ("bm25+lsi", "bm25+plsi-kl+fv", "lsi-rm3", "plsi-h-rm3:weight=0.3", "pl2:c=2", "bm25-rm3+fv")


def nothing(term: int) -> str:
    return ""


def agree(explained: Explanation, similarity: float) -> None:
    total = fsum(part.amount for part in explained.parts)
    assert total == pytest.approx(explained.similarity, rel=1e-6, abs=1e-15)
    assert explained.similarity == pytest.approx(similarity, rel=1e-6, abs=1e-15)


@pytest.mark.parametrize("name", [*MODELS_NEEDED, *COMPOSED])
def test_the_parts_of_a_query_and_a_document_add_up_to_what_the_search_said(name):
    index, rng = full_index(), np.random.default_rng(len(name))
    explained = 0
    for _ in range(3):
        query = text(rng, int(rng.integers(THEMES)), int(rng.integers(1, 5)))
        hits = {hit.id: hit.similarity for hit in index.search(query, k=N_DOCS, similarity=name)}
        for number in rng.choice(N_DOCS, size=6, replace=False):
            why = index.explain(query, f"d{number}", similarity=name)
            agree(why, hits.get(f"d{number}", 0.0))
            assert bool(why.parts) == (f"d{number}" in hits)
            explained += len(why.parts)
    assert explained > 0


@pytest.mark.parametrize("name", [*MODELS_NEEDED, *COMPOSED])
def test_the_parts_of_two_documents_add_up_to_what_the_search_said(name):
    index, rng = full_index(), np.random.default_rng(len(name))
    for one in (0, 13):
        numbers, values = index.searcher(name).search(*index._counts_of(one), N_DOCS)
        found = dict(zip(numbers.tolist(), values.tolist(), strict=True))
        assert found
        for other in rng.choice(N_DOCS, size=4, replace=False).tolist():
            why = index.explain(f"d{one}", f"d{other}", similarity=name, from_document=True)
            agree(why, found.get(other, 0.0))


@pytest.mark.parametrize(
    "name", ["ilk", "bm25", "bm25-rm3", "lsi", "plsi-h", "plsi-kl", "nb-vs", "fv", "bm25+lsi"]
)
def test_similar_documents_have_the_similarity_that_is_explained(name):
    hits = full_index().similar("d7", k=5, similarity=name)
    assert len(hits) == 5
    for hit in hits:
        agree(full_index().explain("d7", hit.id, similarity=name, from_document=True), hit.similarity)


@pytest.mark.parametrize("name", [*MODELS_NEEDED, *COMPOSED])
def test_nothing_is_explained_by_nothing(name):
    index = full_index()
    for query, document in (("", "d1"), ("unknown", "d1"), ("barta", "empty")):
        assert index.explain(query, document, similarity=name) == Explanation(0.0, ())


def test_every_similarity_of_the_table_is_explained_here():
    assert set(full_index().info().similarities) == set(MODELS_NEEDED)


@pytest.mark.parametrize("name", MODELS_NEEDED)
def test_a_part_has_a_term_a_topic_or_neither_as_the_similarity_has(name):
    query = documents()[2].text
    parts = full_index().explain(query, "d6", similarity=name).parts
    by_both = {(part.term is not None, part.topic is not None) for part in parts}
    if name.endswith("-topics"):
        assert by_both == {(False, True)}
    elif name in {"plsi-h", "plsi-iid", "nb-vs", "plsi-raw"}:
        assert by_both == {(False, True), (True, True)}
    elif name.endswith("-words"):
        assert by_both == {(True, True)}
    elif not name.startswith(("plsi-", "nb-")) or name == "plsi-kl":
        assert by_both <= {(True, False), (False, False)}


def test_names_are_unique_and_the_largest_comes_first():
    parts = full_index().explain(documents()[0].text, "d4", similarity="plsi-h").parts
    assert len({(part.term, part.topic) for part in parts}) == len(parts)
    sizes = [abs(part.amount) for part in parts]
    assert sizes == sorted(sizes, reverse=True)
    assert all(part.amount for part in parts)


def test_parts_of_one_term_and_topic_are_added_up_and_nothing_is_left_out():
    vocabulary = Vocabulary.from_terms(["parc", "pars", "tre"])
    parts = joined(
        parts_of_terms(np.array([1, 2, 1, 0]), np.array([1.0, 4.0, 0.5, 0.0])),
        parts_of_both(np.array([1]), np.array([[0.25, -9.0]])),
        parts_of_topics(np.array([0.0, 2.0])),
        constants(-3.0, 0.5),
    )
    tokenizer = Tokenizer.for_language("english")
    why = explanation(parts, 3.25, vocabulary, tokenizer, ["Parsing the parsed: parsed!", "Trees"], nothing)
    assert why.parts == (
        Part("pars", 1, -9.0, "parsed"),
        Part("tre", None, 4.0),
        Part(None, None, -2.5),
        Part(None, 1, 2.0),
        Part("pars", None, 1.5, "parsed"),
        Part("pars", 0, 0.25, "parsed"),
    )
    assert [part.word for part in why.parts] == ["parsed", "tre", "", "", "parsed", "parsed"]


def test_equal_amounts_stand_in_the_order_of_terms_and_topics():
    vocabulary = Vocabulary.from_terms(["a", "b"])
    parts = joined(
        parts_of_both(np.array([1, 0]), np.ones((2, 2))), parts_of_terms(np.array([0]), np.ones(1))
    )
    why = explanation(parts, 5.0, vocabulary, Tokenizer(), [], nothing)
    order = [(part.term, part.topic) for part in why.parts]
    assert order == [("a", None), ("a", 0), ("a", 1), ("b", 0), ("b", 1)]


def test_by_term_adds_up_the_topics_of_a_term_and_keeps_the_rest():
    parts = (Part("a", 0, 2.0, "an"), Part(None, None, -1.5), Part("b", 1, 1.0), Part("a", 1, -3.0, "an"))
    parts += (Part(None, 1, 0.5),)
    why = Explanation(-1.0, parts)
    assert why.by_term() == (
        Part(None, None, -1.5),
        Part("a", None, -1.0, "an"),
        Part("b", None, 1.0),
        Part(None, 1, 0.5),
    )


def test_by_term_has_the_same_sum():
    for name in ("plsi-h", "nb-dfim", "ilk", "bm25+lsi"):
        why = full_index().explain(documents()[1].text, "d5", similarity=name)
        assert fsum(part.amount for part in why.by_term()) == pytest.approx(why.similarity, rel=1e-6)
        terms = [part.term for part in why.by_term() if part.term is not None]
        assert len(set(terms)) == len(terms)


def test_words_are_shown_as_the_query_and_the_document_write_them():
    texts = [
        Document("parsers", "PARSERS parse. Parsers of dates and times", title="Parsing"),
        Document("other", "Nothing of the kind, gardens perhaps"),
    ]
    index = ilk.Index.build(texts, language="english", effort="quick")
    parts = {part.term: part for part in index.explain("parser Dates garden", "parsers").parts}
    assert {term: part.word for term, part in parts.items()} == {"date": "dates", "parser": "parsers"}
    between = index.explain("parsers", "parsers", from_document=True)
    assert {part.term: part.word for part in between.parts}["pars"] == "parsing"  # as often, and first


def test_feedback_shows_words_that_the_query_does_not_have():
    texts = [Document("a", "tulips and roses"), Document("b", "roses and ponds"), Document("c", "ponds")]
    index = ilk.Index.build(texts, language="english", effort="quick")
    assert index.explain("tulips", "b").parts == ()
    (part,) = index.explain("tulips", "b", similarity="bm25-rm3").parts
    assert (part.term, part.word) == ("rose", "roses")


def test_words_in_neither_text_are_shown_as_another_document_writes_them():
    index = ilk.Index.build(ilk.read(NOTES), language="english")
    parts = index.explain("heat transfer in slip flow", "papers/hypersonic.md").parts
    texts = [document.searchable.lower() for document in index.documents]
    here = set(re.findall(r"\w+", index.document("papers/hypersonic.md").searchable.lower()))
    others = {part.word for part in parts} - here - {"", "slip", "flow"}
    assert len(others) > 5
    assert others <= set(re.findall(r"\w+", " ".join(texts)))


def test_a_word_in_neither_text_is_looked_up_in_the_shortest_that_has_it():
    texts = [
        Document("a", "tulips " + "roses and densities " * 9),
        Document("b", "tulips density"),
        Document("c", "tulips roses"),
    ]
    index = ilk.Index.build(texts, language="english", effort="quick")
    words = {part.term: part.word for part in index.explain("tulips", "a", similarity="bm25-rm3").parts}
    assert words == {"tulip": "tulips", "rose": "roses", "densiti": "densities"}
    assert index._text_with(index.vocabulary.number("densiti")) == "tulips density"


def test_unknown_documents_and_similarities_get_a_sentence():
    index = full_index()
    with pytest.raises(ilk.NotFound, match="there is no document 'd99'"):
        index.explain("barta", "d99")
    with pytest.raises(ilk.NotFound, match="there is no document 'barta'"):
        index.explain("barta", "d1", from_document=True)
    with pytest.raises(ilk.UnknownName, match="there is no similarity 'bm26'"):
        index.explain("barta", "d1", similarity="bm26")
