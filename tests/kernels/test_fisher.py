"""FisherKernel as an estimator: what it keeps, what it fits, what it refuses, and scikit-learn around it."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from kernels.corpora import awkward_queries, corpus, fitted_mixture, fitted_plsi
from models.counts import failed_checks
from scipy.sparse import csr_array, issparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, LinearSVC

from ilk.errors import ParameterError
from ilk.kernels.fisher import FisherKernel
from ilk.models.dcm import DCM
from ilk.models.lsi import LSI
from ilk.models.multinomial import Multinomial
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI

pytestmark = pytest.mark.filterwarnings(
    "ignore:.* did not converge", "ignore:NaiveBayesMixture. .* ended without documents"
)

CONVERGED = {"tol": 1e-9, "max_iter": 5000, "fold_in_iter": 5000}


@pytest.fixture(scope="module")
def counts() -> csr_array:
    return corpus(20, 12)


@pytest.mark.parametrize(
    "kernel",
    [
        FisherKernel(PLSI(2, prior=0.1, **CONVERGED), form="iid", information=0.5),
        FisherKernel(NaiveBayesMixture(2), normalise=True),
        FisherKernel(DCM()),
        FisherKernel(Multinomial(), information="diagonal"),
    ],
    ids=["plsi", "mixture", "dcm", "multinomial"],
)
def test_scikit_learn_accepts_it(kernel: FisherKernel) -> None:
    # It wants the same from transform as from fit_transform: so it is at convergence; with a prior, nothing
    # is exactly 0 in one of the two that is next to nothing in the other.
    assert failed_checks(kernel) == []


def test_a_fitted_model_is_kept_and_an_unfitted_one_is_cloned(counts: csr_array) -> None:
    fitted, unfitted = fitted_plsi(counts), PLSI(2, max_iter=5)
    assert FisherKernel(fitted).fit(counts).model_ is fitted
    kernel = FisherKernel(unfitted).fit(counts)
    assert kernel.model_ is not unfitted
    assert kernel.model_.n_topics == 2
    with pytest.raises(NotFittedError):
        unfitted.transform(counts)


def test_fitted_documents_have_what_was_learned_and_new_ones_are_folded_in(counts: csr_array) -> None:
    model = fitted_plsi(counts, max_iter=4)
    kernel = FisherKernel(model, part="topics").fit(counts)
    roots = np.sqrt(model.p_z_)
    learned, folded_in = model.p_z_given_d_ / roots, model.transform(counts) / roots
    assert np.abs(learned - folded_in).max() > 0.01
    np.testing.assert_allclose(kernel.fit_transform(counts).toarray(), learned)
    np.testing.assert_allclose(kernel.transform(counts).toarray(), folded_in)
    np.testing.assert_allclose(kernel.gram(), learned @ learned.T)
    np.testing.assert_allclose(kernel.gram(counts), folded_in @ learned.T)


def test_documents_that_the_model_was_not_fitted_to_are_folded_in() -> None:
    rng = np.random.default_rng(0)
    topics = rng.dirichlet(np.full(50, 0.1), 4)
    X = np.array([rng.multinomial(50, share @ topics) for share in rng.dirichlet(np.full(4, 0.2), 60)])
    model = fitted_plsi(csr_array(X[:30]), 4)
    roots = np.sqrt(model.p_z_)
    for others in (X[30:], X[:30][::-1], X[:11]):  # as many, the same in another order, fewer
        features = FisherKernel(model, part="topics").fit_transform(others).toarray()
        np.testing.assert_allclose(features, model.transform(others) / roots)


@pytest.mark.parametrize("part", ["both", "topics", "words"])
@pytest.mark.parametrize(
    "make", [fitted_plsi, fitted_mixture, lambda X: DCM(), lambda X: Multinomial()],
    ids=["plsi", "mixture", "dcm", "multinomial"],
)  # fmt: skip
def test_normalised_kernels_are_cosines(counts: csr_array, make: Any, part: str) -> None:
    model = make(counts)
    chosen = {"part": part} if isinstance(model, PLSI | NaiveBayesMixture) else {}
    queries = awkward_queries(counts.shape[1], 8)
    plain = FisherKernel(model, information=0.5, **chosen).fit(counts)
    cosine = FisherKernel(model, information=0.5, normalise=True, **chosen).fit(counts)
    np.testing.assert_allclose(np.diag(cosine.gram()), 1)
    features = plain.transform(queries)
    own = features.multiply(features).sum(axis=1)
    norms = np.sqrt(np.outer(np.where(own > 0, own, 1), np.diag(plain.gram())))
    np.testing.assert_allclose(cosine.gram(queries), plain.gram(queries) / norms, rtol=1e-9, atol=1e-12)
    product = cosine.transform(queries) @ cosine.fit_transform(counts).T
    np.testing.assert_allclose(product.toarray(), cosine.gram(queries), rtol=1e-9, atol=1e-12)
    assert np.all(cosine.gram(queries)[1] == 0)


@pytest.mark.parametrize("information", ["identity", "diagonal", "log-sqrt-diagonal"])
@pytest.mark.parametrize("form", ["hofmann", "iid", "raw", "vector-space"])
@pytest.mark.parametrize("make", [fitted_plsi, fitted_mixture])
def test_texts_without_known_words_are_like_nothing(make: Any, form: str, information: str) -> None:
    dense = corpus(20, 12).toarray()
    dense[:, 8] = 0
    X = csr_array(dense)
    for parameters in ({}, {"prior": 0.0}):
        kernel = FisherKernel(make(X, **parameters), form=form, information=information).fit(X)
        if make is fitted_plsi or parameters:  # a mixture's prior makes the term known
            assert np.all(kernel.gram(awkward_queries(12, 8))[[1, 2]] == 0)
        nothing = kernel.transform(csr_array((1, 12)))
        assert nothing.shape == (1, 3 + 12 * 3)
        assert nothing.nnz == 0


def test_features_are_sparse_with_the_topics_first(counts: csr_array) -> None:
    model = fitted_plsi(counts)
    features = FisherKernel(model).fit_transform(counts)
    assert issparse(features)
    assert features.shape == (20, 3 + 12 * 3)
    np.testing.assert_allclose(features.toarray()[:, :3], model.p_z_given_d_ / np.sqrt(model.p_z_))
    words = FisherKernel(model, part="words").fit_transform(counts)
    np.testing.assert_array_equal(words.toarray(), features.toarray()[:, 3:])
    absent = np.repeat(counts.toarray() == 0, 3, axis=1)
    assert not words.toarray()[absent].any()


def test_linear_classifiers_grid_searches_and_precomputed_kernels_work() -> None:
    X, y = corpus(40, 12), np.arange(40) % 2
    X = csr_array(X.toarray() + 5 * np.outer(y, np.arange(12) < 3))
    pipeline = make_pipeline(FisherKernel(PLSI(2, max_iter=10), normalise=True), LinearSVC())
    grid = {"fisherkernel__information": [0.0, "diagonal"], "fisherkernel__model__n_topics": [1, 2]}
    search = GridSearchCV(pipeline, grid, cv=2).fit(X, y)
    assert search.best_score_ > 0.8
    kernel = FisherKernel(PLSI(2, max_iter=10)).fit(X)
    machine = SVC(kernel="precomputed").fit(kernel.gram(), y)
    assert machine.score(kernel.gram(X), y) > 0.8


def test_copies_give_the_same(counts: csr_array) -> None:
    kernel = FisherKernel(fitted_plsi(counts), information="diagonal").fit(counts)
    again = pickle.loads(pickle.dumps(kernel))
    np.testing.assert_array_equal(again.gram(counts), kernel.gram(counts))
    assert clone(kernel).get_params()["information"] == "diagonal"


@pytest.mark.parametrize(
    ("model", "parameters", "sentence"),
    [
        (PLSI(2), {"form": "hoffman"}, "form must be one of 'hofmann', 'iid', 'raw', .*, got 'hoffman'"),
        (PLSI(2), {"part": "word"}, "part must be one of 'both', 'topics', 'words', got 'word'"),
        (PLSI(2), {"information": "full"}, r"'log-sqrt-diagonal' or a number in \[0, 1\], got 'full'"),
        (PLSI(2), {"information": 1.5}, r"information must be .*, at least 0 and at most 1, got 1\.5"),
        (PLSI(2), {"information": None}, "information must be .*, at least 0 and at most 1, got None"),
        (PLSI(2), {"approximate": True}, "approximate is for a DCM, and the model is PLSI; leave it out"),
        (DCM(), {"form": "iid"}, "a DCM kernel has no form, got form='iid'; leave it out"),
        (Multinomial(), {"part": "both"}, "a Multinomial kernel has no part, got part='both'; leave it out"),
        (
            DCM(),
            {"information": "log-sqrt-diagonal"},
            "='log-sqrt-diagonal' is for PLSI and NaiveBayesMixture, and the model is DCM; use 'sqrt-diag",
        ),
        (
            Multinomial(),
            {"information": "log-sqrt-diagonal"},
            "='log-sqrt-diagonal' is for PLSI and NaiveBayesMixture, and the model is Multinomial",
        ),
        (LSI(2), {}, "FisherKernel needs a PLSI, NaiveBayesMixture, DCM or Multinomial, got LSI"),
    ],
)
def test_bad_parameters_are_refused(model: Any, parameters: dict[str, Any], sentence: str) -> None:
    kernel = FisherKernel(model, **parameters)
    with pytest.raises(ParameterError, match=sentence):
        kernel.fit([[1, 2], [2, 0]])
    with pytest.raises(NotFittedError):
        kernel.gram()


def test_counts_of_another_width_are_refused(counts: csr_array) -> None:
    with pytest.raises(ParameterError, match="12 features as input"):
        FisherKernel(fitted_plsi(counts)).fit(counts).gram(counts[:, :5])
    for model in (fitted_plsi(counts), fitted_mixture(counts), DCM().fit(counts), Multinomial().fit(counts)):
        with pytest.raises(
            ParameterError, match="X has 5 terms, but the model was fitted to 12; give it counts of those"
        ):
            FisherKernel(model).fit(counts[:, :5])
