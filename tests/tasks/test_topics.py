"""Topics: their order, their terms, their documents, against the formulas one number at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest
from small_index import N_DOCS, N_TOPICS, THEMES, WORDS, documents, full_index

import ilk
from ilk.records import Document
from ilk.search import Statistics
from ilk.search.statistics import distinctness
from ilk.search.topic_model import PLSI, TopicModel
from ilk.tasks.topics import TopicDescriber, typicality


def statistics(lengths: list[int], totals: list[int]) -> Statistics:
    return Statistics(
        n_docs=len(lengths),
        n_terms=len(totals),
        doc_lengths=np.array(lengths, dtype=np.int32),
        doc_freqs=np.ones(len(totals), dtype=np.int32),
        term_totals=np.array(totals, dtype=np.int64),
        total=sum(totals),
    )


def describer(p_z: list[float]) -> TopicDescriber:
    """Topics of given shares over the documents and terms of the small index, otherwise its own."""
    index, rng = full_index(), np.random.default_rng(1)
    n_topics = len(p_z)
    terms = rng.dirichlet(np.ones(len(index.vocabulary)), n_topics).T
    docs = rng.dirichlet(np.ones(n_topics), len(index))
    model = TopicModel(
        PLSI, np.array(p_z), terms.astype(np.float32, order="C"), docs.astype(np.float32, order="C")
    )
    return TopicDescriber(
        model, index.postings, index.statistics, index.vocabulary, index.documents, index.tokenizer
    )


def test_the_largest_share_comes_first_and_equal_ones_in_their_order():
    topics = describer([0.1, 0.3, 0.2, 0.3, 0.1]).all(3, 2)
    assert [topic.number for topic in topics] == [1, 3, 2, 0, 4]
    assert [topic.share for topic in topics] == [0.3, 0.3, 0.2, 0.1, 0.1]


def test_terms_and_documents_are_the_best_by_the_formulas():
    told = describer([0.5, 0.5])
    index = full_index()
    for topic in told.all(6, 4):
        p_w_given_z = told.model.topics_of_terms[:, topic.number].astype(float)
        p_w = index.statistics.term_totals / index.statistics.total
        vocabulary = list(index.vocabulary)
        probable = sorted(range(len(vocabulary)), key=lambda w: -p_w_given_z[w])[:6]
        assert topic.terms == tuple(vocabulary[w] for w in probable)
        apart = sorted(
            range(len(vocabulary)), key=lambda w: -p_w_given_z[w] * math.log(p_w_given_z[w] / p_w[w])
        )
        assert topic.characteristic == tuple(vocabulary[w] for w in apart[:6])
        lengths, mean = index.statistics.doc_lengths, index.statistics.mean_length
        typical = sorted(
            np.flatnonzero(lengths).tolist(),
            key=lambda d: (
                -(lengths[d] * told.model.topics_of_docs[d, topic.number] + mean * 0.5) / (lengths[d] + mean)
            ),
        )
        assert topic.documents == tuple(f"d{d}" for d in typical[:4])


def test_a_frequent_word_is_probable_but_not_characteristic():
    p_w = np.array([0.9, 0.09, 0.01])
    p_w_given_z = np.array([0.8, 0.0, 0.2])
    apart = distinctness(p_w_given_z, p_w)
    assert np.argmax(p_w_given_z) == 0
    assert np.argmax(apart) == 2
    assert apart.tolist() == pytest.approx([0.8 * math.log(8 / 9), 0.0, 0.2 * math.log(20)])
    assert apart.sum() >= 0  # a distance from the whole collection


def test_a_word_that_the_collection_lost_is_not_characteristic():
    assert distinctness(np.array([0.5, 0.5]), np.array([1.0, 0.0])).tolist()[1] == 0.0


def test_a_short_document_is_less_typical_than_a_long_one():
    stats = statistics([2, 200, 40, 0], [242])
    typical = typicality(np.array([0.9, 0.85, 0.2, 0.9], dtype=np.float32), 0.25, stats)
    mean = 242 / 4
    assert typical[0] == pytest.approx((2 * 0.9 + mean * 0.25) / (2 + mean), rel=1e-6)
    assert typical[1] > typical[0] > 0.25 > typical[2]
    assert typical[3] == 0


def test_documents_without_the_topic_or_without_words_do_not_show_it():
    stats = statistics([5, 0, 5], [10])
    assert typicality(np.array([0.0, 1.0, 0.5]), 0.5, stats).tolist()[:2] == [0.0, 0.0]
    (topic,) = describer([1.0]).all(2, 1000)
    assert len(topic.documents) == N_DOCS
    assert "empty" not in topic.documents


def test_more_terms_than_there_are_can_be_asked_for_and_none_as_well():
    (topic,) = describer([1.0]).all(1000, 0)
    assert sorted(topic.terms) == sorted(WORDS)
    assert set(topic.characteristic) < set(WORDS)
    assert topic.documents == ()
    assert full_index().topics(0, 0)[0].terms == ()


def test_the_topics_of_an_index_are_its_themes():
    topics = full_index().topics(n_terms=8, n_documents=4)
    assert len(topics) == N_TOPICS
    assert math.fsum(topic.share for topic in topics) == pytest.approx(1)
    a_theme = len(WORDS) // THEMES
    for topic in topics[:THEMES]:
        themes = [WORDS.index(term) // a_theme for term in topic.characteristic]
        theme = max(set(themes), key=themes.count)
        assert themes.count(theme) >= 6
        assert all(int(document.removeprefix("d")) % THEMES == theme for document in topic.documents)


def test_terms_are_told_as_the_typical_documents_write_them():
    texts = [
        *(Document(f"p{i}", "Parsers parse parsed dates, parsed dates and parsers.") for i in range(4)),
        *(Document(f"g{i}", "Gardening: gardens, roses and gardens. Roses!") for i in range(4)),
    ]
    index = ilk.Index.build(texts, language="english", effort="quick", models=["plsi"], n_topics=2)
    words = {term: word for topic in index.topics() for term, word in topic.words.items()}
    assert words == {
        "pars": "parsed",
        "parser": "parsers",
        "date": "dates",
        "garden": "gardens",
        "rose": "roses",
    }
    assert index.topics(n_documents=0)[0].words == index.topics()[0].words


def test_the_same_index_tells_the_same_topics():
    again = ilk.Index.build(documents(), language="none", effort="quick", models=["plsi"], n_topics=N_TOPICS)
    assert again.topics() == full_index().topics()


def test_an_index_with_the_default_similarity_has_topics_too():
    index = ilk.Index.build(documents(), language="none")
    assert index.models == ("ilk",)
    topics = index.topics()
    assert math.fsum(topic.share for topic in topics) == pytest.approx(1)
    assert topics[0].share >= topics[-1].share
    assert len(topics[0].characteristic) == 10


@pytest.mark.parametrize("name", ["n_terms", "n_documents"])
@pytest.mark.parametrize("value", [-1, 1.5, True, "3"])
def test_senseless_numbers_are_refused(name, value):
    with pytest.raises(
        ilk.ParameterError, match=f"{name} must be a whole number of at least 0, got {value!r}"
    ):
        full_index().topics(**{name: value})


def test_an_index_without_topics_says_how_to_get_them():
    index = ilk.Index.build(documents(), language="none", effort="quick")
    with pytest.raises(
        ilk.ParameterError, match="this index has no topics; build it again with --models plsi"
    ):
        index.topics()
