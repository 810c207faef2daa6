"""The documents of an index get labels, with the models that it holds, and mistakes get sentences."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import small_index
from hypothesis import given, settings
from hypothesis import strategies as st

import ilk
from ilk.errors import NotFound, ParameterError, UnknownName
from ilk.labels import Labels
from ilk.tasks.classify import stored
from ilk.tasks.classify.checking import NEVER, dealt
from ilk.tasks.classify.documents import METHODS, Settings, classify_documents

THEMES = ["earth", "water", "air", "fire"]
TRUTH = {f"d{number}": THEMES[number % 4] for number in range(small_index.N_DOCS)}
LABELLED = {name: theme for name, theme in TRUTH.items() if int(name[1:]) < 24}


def share_right(predictions) -> float:
    rest = [each for each in predictions if each.id in TRUTH]
    return float(np.mean([each.labels == (TRUTH[each.id],) for each in rest]))


@pytest.mark.parametrize("method", METHODS)
def test_every_method_labels_what_has_no_label(method):
    index = small_index.full_index()
    predictions = index.classify(LABELLED, method=method)
    assert [each.id for each in predictions] == [f"d{number}" for number in range(24, 40)] + ["empty"]
    assert share_right(predictions) > 0.7
    assert all(0 <= each.confidence <= 1 for each in predictions)


@pytest.mark.parametrize(
    "kernel",
    ["ilk", "lsi", "plsi-dfim-iid-words", "nb-raw", "dcm", "multinomial", "bhattacharyya", "l0", "fv"],
)
def test_kernels_of_every_kind_work(kernel):
    found = classify_documents(small_index.full_index(), LABELLED, Settings(kernel=kernel))
    assert found.kernel == kernel
    assert share_right(found.predictions) > 0.5


def test_several_labels_a_document():
    labels = {
        name: (theme, "heavy") if theme in {"earth", "water"} else theme for name, theme in LABELLED.items()
    }
    for method in METHODS:
        found = classify_documents(small_index.full_index(), labels, Settings(method))
        assert found.several
        assert found.classes == {"air": 6, "earth": 6, "fire": 6, "heavy": 12, "water": 6}
        assert found.estimate is not None
        assert all(0 <= each.confidence <= 1 for each in found.predictions)
    heavy = {each.id for each in small_index.full_index().classify(labels) if "heavy" in each.labels}
    wanted = {name for name, theme in TRUTH.items() if theme in {"earth", "water"} and int(name[1:]) >= 24}
    assert len(heavy & wanted) >= 6


def test_where_every_document_has_a_label_every_prediction_has_one():
    labels = {name: (theme,) for name, theme in LABELLED.items()}
    for method in METHODS:
        predictions = small_index.full_index().classify(labels, method=method, C=1e-4)
        assert all(each.labels for each in predictions)
        assert all(0 <= each.confidence <= 1 for each in predictions)


def test_no_label_at_all_is_a_set_of_labels_too():
    labels = {name: ("fire",) if theme == "fire" else () for name, theme in LABELLED.items()}
    found = classify_documents(small_index.full_index(), labels)
    right = [
        each.labels == (("fire",) if TRUTH[each.id] == "fire" else ()) for each in found.predictions[:-1]
    ]
    assert np.mean(right) > 0.8


def test_what_to_expect_is_measured_on_the_labels():
    found = classify_documents(small_index.full_index(), LABELLED)
    assert found.n_labelled == 24
    assert found.classes == dict.fromkeys(sorted(THEMES), 6)
    assert found.estimate is not None
    assert found.estimate.n_docs == 24
    assert found.estimate.accuracy == found.estimate.micro_f1
    assert found.estimate.accuracy == pytest.approx(share_right(found.predictions), abs=0.3)
    predictions = small_index.full_index().classify(LABELLED)
    assert predictions == found.predictions
    assert predictions.estimate == pickle.loads(pickle.dumps(predictions)).estimate == found.estimate


def test_too_few_labels_say_nothing_about_themselves():
    few = {name: TRUTH[name] for name in ("d0", "d1", "d2", "d3", "d4", "d5")}
    found = classify_documents(small_index.full_index(), few)
    assert found.estimate is None
    assert all(0.25 <= each.confidence <= 1 for each in found.predictions)


def test_models_of_the_index_are_used_and_not_fitted_again(monkeypatch):
    def refuse(*_):
        raise AssertionError("a model was fitted that the index holds")

    for name in ("_fitted", "_fisher_vectors"):
        monkeypatch.setattr(stored, name, refuse)
    for name in ("default.model.fit_model", "models.lsi.LSI"):
        monkeypatch.setattr(f"ilk.{name}", refuse)
    for kernel in ("ilk", "lsi", "plsi-h", "nb-vs", "fv", "tfidf-elkan"):
        found = classify_documents(small_index.full_index(), LABELLED, Settings(kernel=kernel))
        assert share_right(found.predictions) > 0.25, kernel


def test_models_that_the_index_lacks_are_fitted_and_said_to_be():
    index = ilk.Index.build(small_index.documents(), language="none", effort="quick")
    for kernel, model in (("ilk", "ilk"), ("lsi", "lsi"), ("plsi-h", "plsi"), ("fv", "fv")):
        stages = set()
        found = classify_documents(
            index, LABELLED, Settings(kernel=kernel), lambda stage, _, __, seen=stages: seen.add(stage)
        )
        assert f"fitting {model}" in stages
        assert {"checking", "classifying"} <= stages
        assert share_right(found.predictions) > 0.5
    assert share_right(index.classify(LABELLED, kernel="nb-vs")) > 0.25  # 64 components for 40 documents


def test_the_same_seed_gives_the_same_answer_and_the_order_of_labels_does_not_matter():
    index = small_index.full_index()
    assert index.classify(LABELLED) == index.classify(dict(reversed(LABELLED.items())))


@pytest.mark.parametrize(
    ("labels", "error", "problem"),
    [
        ({}, ParameterError, "there are no labels to learn from"),
        ({"d1": ()}, ParameterError, "no document has a label"),
        ({"d1": "a", "d2": "a"}, ParameterError, "every labelled document has the label 'a'"),
        ({"d1": ("a",), "d2": ("a",)}, ParameterError, "every labelled document has the label 'a'"),
        ({"d1": 0, "d2": 1}, ParameterError, "the label of document 'd1' must be a text, or .*, got 0"),
        ({"d1": "a", "d2": None}, ParameterError, "the label of document 'd2' must be a text, .* got None"),
        ({"d1": "a", "d2": b"b"}, ParameterError, "the label of document 'd2' must be a text, .* got b'b'"),
        (
            {"d1": "a", "d2": ("a", 1)},
            ParameterError,
            "the label of document 'd2' must be a text, or a tuple",
        ),
        ({"d1": "a", 2: "b"}, ParameterError, "the ids of documents are texts, got 2"),
        (["a", "b"], ParameterError, "labels must be a dict of document ids and their labels, got list"),
        ({"empty": ("a", "b")}, ParameterError, "none of the labelled documents has words"),
        ({"d1": "a", "d2": ""}, ParameterError, "the label of document 'd2' is empty"),
        ({"d1": "a", "d-2": "b"}, NotFound, "there is no document 'd-2'.*did you mean"),
        ({"d1": "a", "x": "b", "y": "b"}, NotFound, "2 of the 3 labelled documents are unknown: .* 'x'"),
        ({**TRUTH, "empty": "air"}, ParameterError, "all 41 documents have a label already"),
    ],
)
def test_bad_labels_get_a_sentence(labels, error, problem):
    with pytest.raises(error, match=problem):
        small_index.full_index().classify(labels)


@pytest.mark.parametrize(
    ("settings_", "error", "problem"),
    [
        ({"method": "svn"}, UnknownName, "there is no method 'svn'; did you mean 'svm'"),
        ({"kernel": "tfidf"}, UnknownName, "there is no kernel 'tfidf'"),
        ({"method": "bayes", "kernel": "dcm"}, ParameterError, "bayes has no kernel, got 'dcm'"),
        ({"k": 0}, ParameterError, "k must be a whole number of at least 1"),
        ({"C": -1}, ParameterError, "C must be a finite number, greater than 0"),
        ({"smoothing": -1}, ParameterError, "smoothing must be a finite number, greater than 0"),
        ({"smoothing": 0}, ParameterError, "smoothing must be a finite number, greater than 0"),
        ({"method": 5}, UnknownName, "there is no method '5'"),
        ({"kernel": 5}, UnknownName, "there is no kernel '5'"),
    ],
)
def test_bad_settings_get_a_sentence(settings_, error, problem):
    with pytest.raises(error, match=problem):
        small_index.full_index().classify(LABELLED, **settings_)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.booleans()), min_size=1, max_size=40),
    st.integers(2, 10),
    st.integers(0, 5),
)
def test_folds_never_take_a_whole_class_and_are_even(drawn, n_folds, seed):
    labels, filled = Labels.read([code for code, _ in drawn]), np.array([words for _, words in drawn])
    folds = dealt(labels, filled, n_folds, seed)
    assert np.all(folds[~filled] == NEVER)
    for code in range(len(labels.classes)):
        own = folds[(labels.codes == code) & filled]
        assert np.all(own == NEVER) if own.size <= 1 else len(set(own.tolist())) > 1
    sizes = np.bincount(folds[folds != NEVER], minlength=n_folds)
    assert sizes.max() - sizes.min() <= 1
