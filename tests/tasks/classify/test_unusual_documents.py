"""Documents that are like no other, that have no words, and people who stop."""

from __future__ import annotations

import signal

import numpy as np
import pytest

import ilk
from ilk.errors import ParameterError
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.tasks.classify.documents import METHODS, Settings, classify_documents


def of_fruit_and_cars() -> tuple[ilk.Index, dict[str, str]]:
    """Texts of two kinds, one of neither, and one without words; labels for all but the last two of each."""
    texts = [f"{words} {extra}" for words in ("apple pear plum", "motor wheel brake") for extra in "pqrstuvw"]
    documents = [ilk.Document(f"d{number}", text) for number, text in enumerate(texts)]
    others = [ilk.Document("neither", "quark gluon lepton boson"), ilk.Document("empty", "")]
    labels = {f"d{number}": "fruit" if number < 8 else "cars" for number in range(16) if number % 8 < 6}
    return ilk.Index.build([*documents, *others], language="none", effort="quick"), labels


def test_ctrl_c_while_a_model_is_fitted_ends_everything(monkeypatch):
    index, labels = of_fruit_and_cars()

    def press(stage: str, *_: object) -> None:
        if stage == "fitting plsi":
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        index.classify(labels, kernel="plsi-h", progress=press)
    fit = NaiveBayesMixture.fit

    def interrupted(model: NaiveBayesMixture, counts: object) -> NaiveBayesMixture:
        fit(model, counts).interrupted_ = True
        return model

    monkeypatch.setattr(NaiveBayesMixture, "fit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        index.classify(labels, kernel="nb-vs")


def test_an_index_without_words_is_refused():
    index = ilk.Index.build([ilk.Document(name, "…") for name in "abc"], language="none")
    with pytest.raises(ParameterError, match="no document of this index has words"):
        index.classify({"a": "x", "b": "y"})


def test_neighbours_that_are_not_alike_are_no_evidence():
    index, labels = of_fruit_and_cars()
    found = classify_documents(index, labels, Settings("neighbours", "tfidf-elkan"))
    certain = {each.id: each.confidence for each in found.predictions}
    assert certain["neither"] == certain["empty"] == pytest.approx(0.5)
    assert certain["d7"] > 0.8
    assert found.without_words == ("empty",)
    several = {name: (label,) for name, label in labels.items()}
    predictions = index.classify(several | {"d0": ()}, method="neighbours", kernel="tfidf-elkan")
    assert {each.id: each.labels for each in predictions}["neither"] == ()


def test_a_document_that_is_as_like_to_all_is_not_certain():
    rng = np.random.default_rng(0)
    words = {
        "fruit": ["apple", "pear", "plum", "cherry", "lemon", "peel"],
        "cars": ["motor", "wheel", "brake", "gear", "road"],
    }
    documents = [
        ilk.Document(f"{kind}-{number}", " ".join(rng.choice(words[kind], 12)))
        for number in range(20)
        for kind in words
    ]
    others = [ilk.Document("neither", "quark gluon lepton boson"), ilk.Document("empty", "")]
    index = ilk.Index.build([*documents, *others], language="none")
    labels = {each.id: each.id.split("-")[0] for each in documents[:24]}
    predictions = index.classify(labels, method="neighbours")  # topics make all alike to some degree
    certain = {each.id: each.confidence for each in predictions}
    assert certain["fruit-15"] > 0.9
    assert max(certain["neither"], certain["empty"]) < 0.7


@pytest.mark.parametrize("method", METHODS)
def test_a_class_may_have_documents_without_words(method):
    index, labels = of_fruit_and_cars()
    for given_ in (
        labels | {"empty": "none", "neither": "none"},
        {name: (label,) for name, label in labels.items()} | {"empty": ("none",), "neither": ("none",)},
    ):
        kernel = None if "bayes" in method else "tfidf-elkan"
        found = classify_documents(index, given_, Settings(method, kernel))
        assert found.estimate is not None
        assert {each.id: each.labels for each in found.predictions}["d7"] == ("fruit",)


def test_seeds_may_be_large():
    index, labels = of_fruit_and_cars()
    assert index.classify(labels, kernel="tfidf-elkan", seed=5_000_000_000)


def test_words_that_do_not_come_in_bursts_are_no_news():
    index, labels = of_fruit_and_cars()
    assert index.classify(labels, kernel="dcm")
