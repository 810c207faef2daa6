"""The documents of an index in clusters: every kernel, both methods, models reused, numbers and sentences."""

from __future__ import annotations

import numpy as np
import pytest
from small_index import N_TOPICS, THEMES, documents, full_index

import ilk
from ilk.errors import ParameterError, UnknownName
from ilk.evaluation.clusters import adjusted_rand_index
from ilk.kernels import KERNELS
from ilk.records import Document
from ilk.tasks.cluster.documents import Partition, centrality, largest_first
from ilk.tasks.cluster.features import best_kernel, features_of, themes
from ilk.tasks.held import counts_of


@pytest.fixture(scope="module")
def quick_index():
    """The same documents without any model."""
    return ilk.Index.build(documents(), language="none", effort="quick")


def refuse(*_, **__):
    """Stand for a fit that must not happen."""
    pytest.fail("a model was fitted although the index has it")


def agreement_with_themes(found: ilk.Clustering) -> float:
    ids = [f"d{i}" for i in range(len(found.assignments))]
    return adjusted_rand_index(
        [i % THEMES for i in range(len(ids))], [found.assignments[each].cluster for each in ids]
    )


def test_planted_themes_are_found():
    found = full_index().cluster(THEMES)
    assert (found.method, found.kernel) == ("k-means", "ilk")
    assert agreement_with_themes(found) > 0.8


def test_clusters_and_assignments_tell_the_same():
    found = full_index().cluster(THEMES, n_terms=4, n_documents=2)
    assert [each.number for each in found.clusters] == [1, 2, 3, 4]
    sizes = [each.size for each in found.clusters]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == len(found.assignments) == len(documents()) - 1
    assert found.without_words == ("empty",)
    for each in found.clusters:
        members = [place for place in found.assignments.values() if place.cluster == each.number]
        assert len(members) == each.size
        assert len(each.terms) == len(each.words) == 4
        assert len(each.documents) == 2
        assert all(found.assignments[document].cluster == each.number for document in each.documents)
    assert all(0 <= place.strength <= 1 for place in found.assignments.values())
    assert len({each.name for each in found.clusters}) == THEMES


def test_a_clustering_cannot_be_changed():
    found = full_index().cluster(2)
    with pytest.raises(TypeError, match="does not support item assignment"):
        found.assignments["d0"] = None


@pytest.mark.parametrize("kernel", ["lsi", *KERNELS])
def test_any_kernel_will_do(kernel):
    found = full_index().cluster(THEMES, kernel=kernel)
    assert found.kernel == kernel
    assert len(found.clusters) == THEMES
    assert all(np.isfinite(place.strength) for place in found.assignments.values())


def test_the_strength_is_the_cosine_with_the_centre():
    index = full_index()
    found = index.cluster(3, kernel="tfidf-elkan")
    numbers = np.arange(len(documents()) - 1)
    features = features_of(index, "tfidf-elkan", counts_of(index), numbers, 0, lambda *_: None).toarray()
    labels = np.array([found.assignments[f"d{number}"].cluster for number in numbers])
    for number in numbers:
        centre = features[labels == labels[number]].sum(axis=0)
        cosine = features[number] @ centre / np.linalg.norm(centre) / np.linalg.norm(features[number])
        assert found.assignments[f"d{number}"].strength == pytest.approx(cosine)


def test_themes_have_two_parts_of_length_1():
    from ilk.stored_models import load_ilk

    model = load_ilk(full_index()._stored)
    features = themes(model)[:-1].astype(np.float64)
    n_dimensions = model.lsi_documents.shape[1]
    for part in (features[:, :n_dimensions], features[:, n_dimensions:]):
        np.testing.assert_allclose(np.linalg.norm(part, axis=1), 1.0, rtol=1e-5)


def test_stored_models_are_not_fitted_again(monkeypatch):
    for place in ("default.model.fit_model", "models.lsi.LSI", "tasks.cluster.topics.fit_tempered_plsi"):
        monkeypatch.setattr(f"ilk.{place}", refuse)
    index = full_index()
    for kernel in ("ilk", "lsi"):
        assert index.cluster(2, kernel=kernel).kernel == kernel
    assert len(index.cluster(N_TOPICS, method="plsi").clusters) <= N_TOPICS


def test_plsi_puts_a_document_into_its_main_topic():
    index = full_index()
    found = index.cluster(N_TOPICS, method="plsi")
    assert (found.method, found.kernel) == ("plsi", None)
    shares = index._searchers.topics("plsi").model.topics_of_docs[: len(documents()) - 1]
    ids = [f"d{i}" for i in range(len(shares))]
    assert [found.assignments[each].strength for each in ids] == pytest.approx(shares.max(axis=1).tolist())
    main = shares.argmax(axis=1).tolist()
    assert adjusted_rand_index(main, [found.assignments[each].cluster for each in ids]) == 1.0


def test_plsi_of_another_size_is_fitted():
    told = []
    found = full_index().cluster(
        3, method="plsi", progress=lambda stage, done, total: told.append((stage, done, total))
    )
    assert len(found.clusters) <= 3
    stages = list(dict.fromkeys(stage for stage, _, _ in told))
    assert stages == ["fitting plsi", "naming"]
    assert all(done <= total for _, done, total in told)


def test_without_models_lsi_is_fitted(quick_index):
    told = []
    assert best_kernel(quick_index) == "lsi"
    found = quick_index.cluster(THEMES, progress=lambda stage, *_: told.append(stage))
    assert found.kernel == "lsi"
    assert list(dict.fromkeys(told)) == ["fitting lsi", "clustering", "naming"]
    assert agreement_with_themes(found) > 0.5


def test_the_default_kernel_can_be_fitted_on_demand(quick_index):
    assert agreement_with_themes(quick_index.cluster(THEMES, kernel="ilk")) > 0.8


def test_a_very_large_index_without_models_goes_by_words(quick_index, monkeypatch):
    monkeypatch.setattr("ilk.tasks.held.LARGE", 10)
    assert quick_index.cluster(2).kernel == "tfidf-elkan"


def test_the_same_seed_gives_the_same_clusters_whatever_the_threads(monkeypatch):
    index = full_index()
    found = []
    for threads in ("1", "3"):
        monkeypatch.setenv("ILK_THREADS", threads)
        found.append(index.cluster(6, seed=5))
    assert found[0] == found[1]
    assert dict(index.cluster(6, seed=6).assignments) != dict(found[0].assignments)


def test_a_title_is_shown_once():
    texts = [("a", "Piano", "piano keys"), ("b", "Piano", "piano keys"), ("c", "", "piano keys pedal")]
    others = [(f"e{i}", f"Tulip {i}", "tulip garden frost") for i in range(3)]
    index = ilk.Index.build(
        [Document(key, text, title) for key, title, text in [*texts, *others]], effort="quick"
    )
    found = index.cluster(2, n_documents=5)
    shown = {each.documents[0]: set(each.documents) for each in found.clusters}
    piano = next(each for each in shown.values() if "c" in each)
    assert piano in ({"a", "c"}, {"b", "c"})


def test_the_largest_cluster_is_the_first_and_equal_ones_follow_their_documents():
    labels = np.array([4, 2, 2, 0, 0, 4, 7])
    found = largest_first(Partition(np.arange(7), labels, np.ones(7)))
    assert found.labels.tolist() == [0, 1, 1, 2, 2, 0, 3]


def test_short_documents_are_drawn_to_the_mean():
    lengths = np.array([1, 100, 7, 10], dtype=np.int32)
    partition = Partition(np.array([0, 1, 3]), np.array([0, 0, 1]), np.array([0.9, 0.8, 0.4]))
    mean = (1 + 100 + 10) / 3
    expected = [(0.9 + mean * 0.85) / (1 + mean), (80 + mean * 0.85) / (100 + mean), 0.4]
    np.testing.assert_allclose(centrality(partition, lengths), expected)


@pytest.mark.parametrize(
    ("n_clusters", "options", "error", "sentence"),
    [
        (1, {}, ParameterError, "the number of clusters must be a whole number of at least 2, got 1"),
        (2.5, {}, ParameterError, r"must be a whole number of at least 2, got 2\.5"),
        (41, {}, ParameterError, "at most the number of documents with words, 40, got 41"),
        (2, {"method": "kmeans"}, UnknownName, "there is no method 'kmeans'; did you mean 'k-means'"),
        (2, {"kernel": "lsa"}, UnknownName, "there is no kernel 'lsa'"),
        (2, {"method": "plsi", "kernel": "lsi"}, ParameterError, "the method plsi has no kernel, got 'lsi'"),
        (2, {"seed": -1}, ParameterError, "seed must be a whole number of at least 0, got -1"),
        (2, {"n_terms": 0}, ParameterError, "n_terms must be a whole number of at least 1, got 0"),
        (2, {"n_documents": -1}, ParameterError, "n_documents must be a whole number of at least 0, got -1"),
    ],
)
def test_bad_values_get_a_sentence(n_clusters, options, error, sentence):
    with pytest.raises(error, match=sentence):
        full_index().cluster(n_clusters, **options)


def test_an_index_of_empty_documents_has_nothing_to_cluster():
    index = ilk.Index.build([Document("a", "…"), Document("b", "")], language="none")
    with pytest.raises(ParameterError, match="no document of this index has words, so there is nothing"):
        index.cluster(2)
