"""The Fisher kernels of PLSI and of the mixture against loops, with every form, information and part."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels.corpora import (
    BY_LOG,
    FORMS,
    INFORMATION,
    PARTS,
    awkward_queries,
    corpus,
    exponent_and_parameters,
    fitted_mixture,
    fitted_plsi,
    topic_parameters,
)
from kernels.naive import TopicModel, topic_kernel
from models.counts import random_counts
from scipy.sparse import csr_array

from ilk.kernels.fisher import FisherKernel
from ilk.kernels.information import weighting_of
from ilk.kernels.topic_gradients import mixture_gradients, mixture_scale, plsi_gradients, word_probabilities
from ilk.kernels.topic_gram import topic_features, topic_gram, topic_parts, topic_self_similarities
from ilk.kernels.topic_information import (
    iid_information,
    joint_information,
    own_information,
    times_probabilities,
    topic_weights,
)
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI

UNKNOWN = 8


@pytest.fixture(scope="module")
def counts() -> csr_array:
    dense = corpus(8).toarray()
    dense[:, UNKNOWN] = 0  # a term of the vocabulary that no fitted document has
    dense[3] = 0
    return csr_array(dense)


@pytest.fixture(scope="module")
def plsi(counts: csr_array) -> PLSI:
    return fitted_plsi(counts, tempering=0.9, prior=0.05)


@pytest.fixture(scope="module")
def mixture(counts: csr_array) -> NaiveBayesMixture:
    return fitted_mixture(counts)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("information", INFORMATION)
@pytest.mark.parametrize("form", FORMS)
def test_plsi_equals_the_loops(
    counts: csr_array, plsi: PLSI, form: str, information: float | str, part: str
) -> None:
    kernel = FisherKernel(plsi, form=form, information=information, part=part).fit(counts)
    exponent, by_log = exponent_and_parameters(information)
    fitted = counts.toarray(), plsi.p_z_given_d_
    naive = TopicModel(plsi.p_z_, plsi.p_w_given_z_)
    np.testing.assert_allclose(
        kernel.gram(),
        topic_kernel(naive, fitted, fitted, form, exponent, part, by_log),
        rtol=1e-10,
        atol=1e-13,
    )
    queries = awkward_queries(counts.shape[1], UNKNOWN)
    folded_in = queries.toarray(), plsi.transform(queries)
    expected = topic_kernel(naive, fitted, folded_in, form, exponent, part, by_log)
    np.testing.assert_allclose(kernel.gram(queries), expected, rtol=1e-10, atol=1e-13)
    features = kernel.fit_transform(counts)
    np.testing.assert_allclose(
        (kernel.transform(queries) @ features.T).toarray(), expected, rtol=1e-10, atol=1e-13
    )


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("information", INFORMATION)
@pytest.mark.parametrize("form", FORMS)
def test_the_mixture_equals_the_loops(
    counts: csr_array, mixture: NaiveBayesMixture, form: str, information: float | str, part: str
) -> None:
    kernel = FisherKernel(mixture, form=form, information=information, part=part).fit(counts)
    exponent, by_log = exponent_and_parameters(information)
    naive = TopicModel(mixture.p_z_, mixture.p_w_given_z_, mixture=True)
    fitted = counts.toarray(), mixture.predict_proba(counts)
    queries = awkward_queries(counts.shape[1], UNKNOWN)
    expected = topic_kernel(
        naive, fitted, (queries.toarray(), mixture.predict_proba(queries)), form, exponent, part, by_log
    )
    np.testing.assert_allclose(kernel.gram(queries), expected, rtol=1e-10, atol=1e-13)
    features = kernel.fit_transform(counts)
    np.testing.assert_allclose(
        (kernel.transform(queries) @ features.T).toarray(), expected, rtol=1e-10, atol=1e-13
    )


@given(
    st.data(),
    random_counts(5, 5),
    st.sampled_from(FORMS),
    st.sampled_from(INFORMATION),
    st.sampled_from(PARTS),
    st.booleans(),
)
@settings(max_examples=100)
def test_any_parameters_equal_the_loops(
    data: st.DataObject, X: csr_array, form: str, chosen: float | str, part: str, mixture: bool
) -> None:
    """Zeros in P(w|z), empty documents, terms without probability: the formulas as free functions."""
    exponent, by_log = exponent_and_parameters(chosen)
    p_z, p_w, rng = data.draw(topic_parameters(X.shape[1]))
    shares = rng.dirichlet(np.full(p_z.size, 0.5), X.shape[0])
    n_words = float(X.sum())
    if mixture:
        gradients, scale = mixture_gradients(X, shares, p_z, p_w, form), mixture_scale(p_w)
    else:
        gradients, scale = plsi_gradients(X, shares, p_z, p_w, form, n_words), p_w
    if form == "iid":
        information = iid_information(X, gradients, scale, p_z, p_w)
    elif form == "vector-space" and not mixture:
        information = joint_information(X, gradients, scale, n_words)
    else:
        information = own_information(gradients, scale)
    weights = topic_weights(scale, information, exponent, part)
    weights = times_probabilities(weights, p_z, p_w, weighting_of(chosen))
    naive = TopicModel(p_z, p_w.T, mixture)
    documents = X.toarray(), shares
    expected = topic_kernel(naive, documents, documents, form, exponent, part, by_log)
    gram = topic_gram(gradients, gradients, gradients.ratios.tocsc(), weights)
    close = {"rtol": 1e-9, "atol": 1e-12 * max(1.0, float(np.abs(expected).max()))}
    np.testing.assert_allclose(gram, expected, **close)
    np.testing.assert_allclose(topic_self_similarities(gradients, weights), np.diag(expected), **close)
    features = topic_features(gradients, weights)
    np.testing.assert_allclose((features @ features.T).toarray(), expected, **close)
    assert np.linalg.eigvalsh(gram).min() >= -1e-9 * max(1.0, np.trace(gram))
    np.testing.assert_allclose(gram, gram.T, **close)


@given(random_counts(6, 6), st.integers(1, 4), st.integers(0, 99))
def test_word_probabilities_equal_the_product(X: csr_array, n_topics: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    shares, p_w = rng.random((X.shape[0], n_topics)), rng.random((X.shape[1], n_topics))
    rows, columns = X.nonzero()
    expected = (shares @ p_w.T)[rows, columns]
    np.testing.assert_allclose(word_probabilities(X, shares, p_w), expected, rtol=1e-13)
    single = word_probabilities(X, shares.astype(np.float32), p_w.astype(np.float32))
    np.testing.assert_allclose(single, expected, rtol=1e-6)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("information", ["identity", "diagonal", BY_LOG])
def test_the_parts_of_a_pair_add_up_to_its_similarity(
    counts: csr_array, plsi: PLSI, information: str, part: str
) -> None:
    kernel = FisherKernel(plsi, information=information, part=part).fit(counts)
    engine = kernel.engine_
    queries = awkward_queries(counts.shape[1], UNKNOWN)
    expected = (kernel.transform(queries) @ kernel.transform(counts).T).toarray()
    for i, j in np.ndindex(expected.shape):
        parts = topic_parts(engine.gradients(queries[[i]]), engine.gradients(counts[[j]]), engine.weights)
        assert parts.words.shape == (parts.terms.size, 3)
        total = parts.topics.sum() + parts.words.sum()
        assert total == pytest.approx(expected[i, j], rel=1e-12, abs=1e-15)


def test_float32_parameters_give_the_same_kernel_to_their_rounding(counts: csr_array) -> None:
    double = FisherKernel(fitted_plsi(counts, tempering=0.9), information=0.5).fit(counts).gram()
    single = fitted_plsi(counts, tempering=0.9, dtype="float32")
    kernel = FisherKernel(single, information=0.5).fit(counts)
    np.testing.assert_allclose(kernel.gram(), double, rtol=1e-3, atol=1e-6)
    features = kernel.fit_transform(counts)
    np.testing.assert_allclose((features @ features.T).toarray(), kernel.gram(), rtol=1e-12, atol=1e-15)


def test_the_number_of_threads_does_not_change_the_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    X = corpus(60, 40, mean=2.0)
    model = fitted_plsi(X, 4)
    monkeypatch.setattr("ilk.kernels.spans.SMALLEST_WORK", 64)
    answers = []
    for threads in ("1", "2", "5"):
        monkeypatch.setenv("ILK_THREADS", threads)
        answers.append(FisherKernel(model, information=0.5).fit(X).gram(X).tobytes())
    assert len(set(answers)) == 1


@pytest.mark.parametrize("often", range(60, 80))
def test_a_component_that_no_document_belongs_to_has_no_say(often: int) -> None:
    """Its P(z|d) of 1e-130 to 1e-170 squared is at or below the least number there is."""
    X = csr_array(np.array([[often, 0, 1], [often, 1, 0], [often + 1, 0, 1], [0, often, 1], [1, often, 1]]))
    mixture = fitted_mixture(X, 2, prior=1e-3)
    kernel = FisherKernel(mixture, form="vector-space", information="diagonal").fit(X[:3])
    assert np.abs(kernel.gram(X[3:])).max() < 1e-50
