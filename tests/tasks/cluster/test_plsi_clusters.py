"""PLSI's own clusters."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from ilk.evaluation.clusters import adjusted_rand_index
from ilk.models.plsi import PLSI
from ilk.tasks.cluster import plsi_clusters


def test_a_document_is_in_its_most_probable_topic(rng):
    labels = np.repeat([0, 1, 2], 30)
    words = np.kron(np.eye(3), np.ones(10))
    counts = rng.poisson(2 * words[labels] + 0.05)
    model = PLSI(3, tol=1e-4, n_init=3).fit(counts)
    found = plsi_clusters(model)
    assert found.tolist() == [int(np.argmax(shares)) for shares in model.p_z_given_d_]
    assert adjusted_rand_index(labels, found) > 0.95


def test_a_model_must_be_fitted():
    with pytest.raises(NotFittedError, match="not fitted"):
        plsi_clusters(PLSI(3))
