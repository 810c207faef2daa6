"""Confidence: as certain as it is right, never outside of 0 and 1, and never another decision."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from ilk.labels import ONE, SEVERAL, Labels
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial
from ilk.tasks.classify.calibration import Calibration, calibrated, fitted_line
from ilk.tasks.classify.methods import ByBayes, Judged


def best_of(evidence: np.ndarray) -> np.ndarray:
    return evidence == evidence.max(axis=1, keepdims=True)


def drawn(n: int, factor: float, seed: int, form: str = ONE) -> tuple[Judged, Labels]:
    """Evidence whose true probabilities are the softmax, or the logistic function, of `factor` times it."""
    rng = np.random.default_rng(seed)
    evidence = rng.normal(size=(n, 3))
    odds = np.exp(factor * evidence)
    if form == ONE:
        shares = odds / odds.sum(axis=1, keepdims=True)
        truth = np.array([rng.multinomial(1, row) for row in shares]).astype(bool)
        return Judged(evidence, best_of(evidence)), Labels(np.array(list("abc")), truth, ONE)
    truth = rng.random((n, 3)) < odds / (1 + odds)
    return Judged(evidence, evidence > 0), Labels(np.array(list("abc")), truth, SEVERAL)


@pytest.mark.parametrize("form", [ONE, SEVERAL])
@pytest.mark.parametrize("factor", [0.5, 4.0])
def test_the_factor_behind_the_truth_is_found(form, factor):
    judged, truth = drawn(4000, factor, seed=1, form=form)
    assert calibrated(judged, truth).factor == pytest.approx(factor, rel=0.15)


@pytest.mark.parametrize("form", [ONE, SEVERAL])
def test_of_predictions_with_a_confidence_that_share_is_right(form):
    calibration = calibrated(*drawn(2000, 3.0, seed=2, form=form))
    judged, truth = drawn(4000, 3.0, seed=3, form=form)
    certain = calibration.confidences(judged)
    right = (judged.members == truth.members).all(axis=1)
    for low, high in ((0.3, 0.5), (0.5, 0.7), (0.7, 0.85), (0.85, 1.0)):
        chosen = (certain >= low) & (certain < high)
        assert right[chosen].mean() == pytest.approx(certain[chosen].mean(), abs=0.06)


@pytest.mark.parametrize("form", [ONE, SEVERAL])
def test_confidence_is_learned_from_what_can_be_compared(form):
    judged, truth = drawn(300, 3.0, seed=4, form=form)
    growth = np.random.default_rng(5).uniform(1, 100, size=(300, 1))
    grown = Judged(judged.evidence * growth, judged.members, judged.evidence)
    expected = calibrated(judged, truth).confidences(judged)
    np.testing.assert_allclose(calibrated(grown, truth).confidences(grown), expected)


def test_the_words_of_a_document_are_no_independent_witnesses():
    counts = csr_array(np.array([[3.0, 1, 0], [0, 1, 2], [4, 3, 0], [40, 30, 0]]))
    labels = Labels.read(["a", "b"])
    for model, power in ((Multinomial(0.1), 1.0), (DCM(), 0.5)):
        method = ByBayes(model, counts, joining=False, power=power)
        judged = method.judge(np.array([0, 1]), labels, np.array([2, 3]))
        growth = np.array([[7.0], [70.0]]) ** power
        np.testing.assert_allclose(judged.relative, judged.evidence / growth)


def test_from_a_hundred_documents_a_line_corrects_what_one_factor_cannot():
    judged, truth = drawn(2000, 8.0, seed=6)
    mistaken = np.random.default_rng(7).random(2000) < 0.1  # whatever the evidence
    members = np.where(mistaken[:, None], np.roll(truth.members, 1, axis=1), truth.members)
    told = Labels(truth.classes, members, ONE)
    right = (judged.members == members).all(axis=1)

    with_line = calibrated(judged, told)
    assert with_line.confidences(judged).mean() == pytest.approx(right.mean(), abs=0.01)
    assert Calibration(ONE, with_line.factor).confidences(judged).mean() < right.mean() - 0.05
    few = Judged(judged.evidence[:99], judged.members[:99])
    found = calibrated(few, Labels(truth.classes, members[:99], ONE))
    assert (found.offset, found.slope) == (0.0, 1.0)


def test_ten_right_answers_do_not_make_anyone_certain():
    evidence = np.tile([[5.0, -5.0], [-5.0, 5.0]], (5, 1))
    truth = Labels(np.array(list("ab")), best_of(evidence), ONE)
    judged = Judged(evidence, truth.members)
    np.testing.assert_allclose(calibrated(judged, truth).confidences(judged), 11 / 12, atol=1e-3)


def test_wrong_answers_make_confidence_small_but_never_turn_it_over():
    evidence = np.tile([[5.0, -5.0], [-5.0, 5.0]], (5, 1))
    truth = Labels(np.array(list("ab")), ~best_of(evidence), ONE)
    judged = Judged(evidence, best_of(evidence))
    np.testing.assert_allclose(calibrated(judged, truth).confidences(judged), 0.5, atol=1e-2)


def test_without_calibration_it_is_the_probability_of_the_method_itself():
    shares = np.array([[0.7, 0.2, 0.1]])
    one = Calibration(ONE).confidences(Judged(np.log(shares), shares > 0.5))
    np.testing.assert_allclose(one, [0.7])
    odds = np.log(shares / (1 - shares))
    several = Calibration(SEVERAL).confidences(Judged(odds, shares > 0.5))
    np.testing.assert_allclose(several, [0.7 * 0.8 * 0.9])


def test_a_line_never_falls():
    offset, slope = fitted_line(np.array([-2.0, -1.0, 1.0, 2.0]), np.array([True, True, False, False]))
    assert slope == pytest.approx(0.0, abs=1e-6)
    assert offset == pytest.approx(0.0, abs=1e-3)


@settings(max_examples=40)
@given(
    st.lists(st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3), min_size=1, max_size=12),
    st.sampled_from([ONE, SEVERAL]),
    st.integers(0, 100),
)
def test_confidence_is_a_probability_whatever_the_evidence(rows, form, seed):
    evidence = np.array(rows)
    members = np.zeros(evidence.shape, dtype=bool)
    members[np.arange(len(rows)), evidence.argmax(axis=1)] = True
    truth = np.zeros(evidence.shape, dtype=bool)
    truth[np.arange(len(rows)), np.random.default_rng(seed).integers(3, size=len(rows))] = True
    judged = Judged(evidence, members if form == ONE else evidence > 0)
    certain = calibrated(judged, Labels(np.arange(3), truth, form)).confidences(judged)
    assert np.all((certain >= 0) & (certain <= 1))
    if form == ONE:
        assert np.all(certain >= 1 / 3 - 1e-9)
