"""Γ(a+x)/Γ(a) and its derivatives against their sums."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ilk.models.rising import digamma_rise, log_rising, trigamma_drop


@pytest.mark.parametrize("a", [1e-9, 1e-3, 0.7, 5.0, 15.99, 16.0, 300.0, 1e5, 1e8, 1e12])
@pytest.mark.parametrize("x", [1, 2, 7, 400])
def test_integers_give_the_sums_to_thirteen_digits(a: float, x: int) -> None:
    arguments = np.array([a]), np.array([float(x)])
    assert log_rising(*arguments)[0] == pytest.approx(
        math.fsum(math.log(a + j) for j in range(x)), rel=1e-13, abs=1e-13
    )
    assert digamma_rise(*arguments)[0] == pytest.approx(math.fsum(1 / (a + j) for j in range(x)), rel=1e-13)
    if a < 1e6:
        expected = math.fsum((a + j) ** -2 for j in range(x))
        assert trigamma_drop(*arguments)[0] == pytest.approx(expected, rel=1e-8)


def test_nothing_rises_by_nothing() -> None:
    for function in (log_rising, digamma_rise, trigamma_drop):
        np.testing.assert_array_equal(function(np.array([0.1, 20.0]), np.zeros(2)), 0)


def test_fractions_join_the_integers_by_the_recurrence() -> None:
    a = np.array([0.3, 15.5, 15.9, 40.0])
    half = np.full(4, 0.5)
    np.testing.assert_allclose(
        log_rising(a, half + 1), log_rising(a, half) + np.log(a + 0.5), rtol=1e-12, atol=1e-13
    )
    np.testing.assert_allclose(digamma_rise(a, half + 1), digamma_rise(a, half) + 1 / (a + 0.5), rtol=1e-12)
