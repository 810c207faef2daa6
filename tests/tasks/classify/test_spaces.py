"""Documents under a kernel: the models of the index, similarities, and features a block at a time."""

from __future__ import annotations

import numpy as np
import pytest
import small_index

from ilk.kernels import make_kernel
from ilk.progress import silent
from ilk.stored_models import load_ilk
from ilk.tasks.classify import stored
from ilk.tasks.classify.methods import FEATURES_WEIGH
from ilk.tasks.classify.spaces import KernelSpace
from ilk.tasks.held import counts_of

LABELLED = {f"d{number}": ["earth", "water", "air", "fire"][number % 4] for number in range(24)}


def test_features_of_many_documents_are_never_in_memory_at_once(monkeypatch):
    asked = []
    features = KernelSpace.features
    monkeypatch.setattr(
        KernelSpace, "features", lambda space, rows: asked.append(len(rows)) or features(space, rows)
    )
    index = small_index.full_index()
    whole = index.classify(LABELLED, kernel="plsi-h")
    assert max(asked) == 24
    numbers = stored.space_of(index, "plsi-h", counts_of(index), 0, silent).features_a_document()
    monkeypatch.setattr("ilk.tasks.classify.neighbours.BLOCK_SIZE", 3 * FEATURES_WEIGH * numbers)
    asked.clear()
    assert index.classify(LABELLED, kernel="plsi-h") == whole
    assert sorted({*asked}) == [2, 3, 21, 22, 24]  # learned from, or at most three at a time
    asked.clear()
    index.classify(LABELLED, kernel="dcm")
    assert asked == []  # a number for every term: similarities take less


def test_the_stored_plsi_and_mixture_are_those_that_were_fitted():
    index = small_index.full_index()
    counts = counts_of(index)
    topics = stored.load_topics("plsi", index._stored, index.statistics)
    plsi = stored.plsi_of(topics)
    some = counts[:5]
    folded = [topics.fold_in(some[[row]].indices, some[[row]].data) for row in range(5)]
    np.testing.assert_allclose(plsi.transform(some), folded, atol=1e-4)
    mixture = stored.mixture_of(stored.load_topics("nb", index._stored, index.statistics), counts)
    np.testing.assert_allclose(mixture.predict_proba(counts), index._stored.array("nb_documents"), atol=1e-4)


@pytest.mark.parametrize("name", ["plsi-half-h", "nb-dfim", "dcm", "multinomial"])
def test_similarities_of_a_space_are_those_of_the_kernel(name):
    index = small_index.full_index()
    counts = counts_of(index)
    space = stored.space_of(index, name, counts, 0, silent)
    rows, columns = np.array([3, 1]), np.array([0, 7, 9])
    expected = space.kernel.gram()[np.ix_(rows, columns)]
    np.testing.assert_allclose(space.similarities(rows, columns), expected, atol=1e-12)
    products = (space.features(rows) @ space.features(columns).T).toarray()
    np.testing.assert_allclose(products, expected, atol=1e-9)


def test_features_of_the_default_are_the_mean_of_three_cosines():
    index = small_index.full_index()
    counts = counts_of(index)
    space = stored.space_of(index, "ilk", counts, 0, silent)
    model = load_ilk(index._stored)
    words = make_kernel("tfidf-elkan").fit(counts).gram()
    cosines = []
    for vectors in (model.lsi_documents.astype(float), np.sqrt(model.topics_of_documents.astype(float))):
        rows = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-300)
        cosines.append(rows @ rows.T)
    rows = np.arange(10)
    np.testing.assert_allclose(
        space.similarities(rows, rows), (words + sum(cosines))[:10, :10] / 3, atol=1e-6
    )
