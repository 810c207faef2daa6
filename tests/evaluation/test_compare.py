"""The randomisation test against enumeration, SciPy and its own promise; Holm against a worked example."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from ilk.errors import ParameterError, UnknownName
from ilk.evaluation import Comparison, Evaluation, Score, compare
from ilk.evaluation.compare import holm, randomisation_test


def enumerated(differences: list[int]) -> float:
    observed = abs(sum(differences))
    sums = [
        abs(sum(sign * difference for sign, difference in zip(signs, differences, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(differences))
    ]
    return sum(total >= observed for total in sums) / len(sums)


@given(st.lists(st.integers(-9, 9), max_size=9))
def test_exact_p_is_the_share_of_all_signs(differences):
    # tenths are not exact in binary: sums that are equal in whole numbers come out a little apart
    assert randomisation_test([difference / 10 for difference in differences]) == enumerated(differences)


def test_exact_p_agrees_with_scipy():
    random = np.random.default_rng(1)
    ours, theirs = random.random(10), random.random(10)
    rival = scipy.stats.permutation_test(
        (ours, theirs),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
    )
    assert randomisation_test(ours - theirs) == pytest.approx(rival.pvalue)


def test_random_signs_come_close_to_all_signs():
    differences = np.random.default_rng(2).normal(0.4, 1.0, 16)
    exact = randomisation_test(differences)
    sampled = randomisation_test(differences, exact_up_to=0)
    assert 0.01 < exact < 0.99
    assert sampled == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 100_000))


def test_the_seed_decides():
    differences = np.random.default_rng(3).normal(0.1, 1.0, 50)
    first = randomisation_test(differences, seed=7, resamples=5_000)
    assert first == randomisation_test(differences, seed=7, resamples=5_000)
    assert first != randomisation_test(differences, seed=8, resamples=5_000)


def test_a_clear_difference_never_has_p_zero():
    assert randomisation_test(np.ones(200), resamples=999) == 1 / 1000
    assert randomisation_test(np.ones(5)) == 2 / 32


@pytest.mark.parametrize("n_queries", [0, 1, 300])
def test_identical_systems(n_queries):
    assert randomisation_test(np.zeros(n_queries)) == 1.0


@pytest.mark.parametrize(("n_queries", "exact_up_to"), [(12, 20), (40, 20)], ids=["exact", "sampled"])
def test_false_alarms_are_as_rare_as_promised(n_queries, exact_up_to):
    random = np.random.default_rng(4)
    null = random.laplace(size=(600, n_queries))
    p_values = [randomisation_test(row, exact_up_to=exact_up_to, resamples=499, seed=1) for row in null]
    false_alarms = np.mean(np.array(p_values) <= 0.05)
    # 0.05 ± four standard deviations of a share of 600
    assert 0.05 - 0.036 < false_alarms < 0.05 + 0.036


@pytest.mark.parametrize("differences", [[1.0, float("nan")], [[1.0, 2.0]], [float("inf")]])
def test_differences_that_are_none(differences):
    with pytest.raises(ParameterError, match="one row of finite numbers, one a query"):
        randomisation_test(differences)


def test_holm_by_hand():
    # sorted .01 .02 .03 .04, times 4 3 2 1: .04 .06 .06 .04, and never below the one before
    assert holm([0.03, 0.01, 0.04, 0.02]) == pytest.approx((0.06, 0.04, 0.06, 0.06))
    assert holm([0.6, 0.7]) == (1.0, 1.0)
    assert holm([]) == ()


@given(st.lists(st.floats(0, 1)))
def test_holm_lies_between_the_plain_and_the_bonferroni_correction(p_values):
    corrected = holm(p_values)
    for plain, holms in zip(p_values, corrected, strict=True):
        assert plain <= holms <= min(1.0, len(p_values) * plain)
    assert [corrected[i] for i in np.argsort(p_values, kind="stable")] == sorted(corrected)


def evaluation(**values: list[float]) -> Evaluation:
    n_queries = len(next(iter(values.values())))
    queries = tuple(f"q{number}" for number in range(n_queries))
    return Evaluation(queries, tuple(Score(name, tuple(row)) for name, row in values.items()))


def test_rows_for_every_measure_and_system():
    rows = compare(
        {
            "better": evaluation(AP=[0.75, 0.75, 1.0], RR=[1.0, 1.0, 1.0]),
            "bm25": evaluation(AP=[0.5, 0.5, 0.5], RR=[1.0, 0.5, 0.5]),
            "same": evaluation(AP=[0.5, 0.5, 0.5], RR=[0.5, 0.5, 1.0]),
        },
        baseline="bm25",
    )
    assert rows == (
        Comparison("better", "AP", pytest.approx(2.5 / 3), pytest.approx(1 / 3), 0.25, 0.5),
        Comparison("bm25", "AP", 0.5),
        Comparison("same", "AP", 0.5, 0.0, 1.0, 1.0),
        Comparison("better", "RR", 1.0, pytest.approx(1 / 3), 0.5, 1.0),
        Comparison("bm25", "RR", pytest.approx(2 / 3)),
        Comparison("same", "RR", pytest.approx(2 / 3), 0.0, 1.0, 1.0),
    )


def test_systems_that_cannot_be_compared():
    base = evaluation(AP=[0.5, 0.5])
    with pytest.raises(UnknownName, match="no baseline among the systems 'bm26'; did you mean 'bm25'"):
        compare({"bm25": base}, "bm26")
    with pytest.raises(ParameterError, match="other and the baseline were measured on different queries"):
        compare({"bm25": base, "other": evaluation(AP=[0.5])}, "bm25")
    with pytest.raises(ParameterError, match="other and the baseline have different measures"):
        compare({"bm25": base, "other": evaluation(RR=[0.5, 0.5])}, "bm25")
    with pytest.raises(ParameterError, match="resamples must be at least 1, got 0"):
        compare({"bm25": base, "other": base}, "bm25", resamples=0)
