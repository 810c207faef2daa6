"""Selection of the k largest."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ilk.search.topk import best_first


@given(st.lists(st.sampled_from([-2.5, -1.0, 0.0, 1.0, 7.0])), st.integers(1, 30))
def test_best_first_is_a_stable_sort_cut_off(values: list[float], k: int) -> None:
    expected = sorted(range(len(values)), key=lambda i: -values[i])[:k]
    assert best_first(np.array(values, dtype=np.float64), k).tolist() == expected
