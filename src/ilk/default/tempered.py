"""How an index fits PLSI: plain EM first, then tempered."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

from ilk.default.constants import FitConstants

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from ilk.models.plsi import PLSI


def fit_tempered_plsi(
    counts: csr_array, n_topics: int, seed: int, fitting: FitConstants, report: Callable[[int, int], None]
) -> PLSI:
    """Fit PLSI to counts (N, V) in a fixed number of iterations; `report` is told how many are done.

    Ctrl-C ends the fit after the iteration that it comes in, and the model says so in `interrupted_`.

    Tempered from the start, many topics never part: every posterior is flat, EM changes next to nothing, and
    what is left is one topic many times over.
    """
    from sklearn.exceptions import ConvergenceWarning

    from ilk.models.plsi import PLSI

    plain, tempered = fitting.plain_iterations, fitting.tempered_iterations
    report(0, plain + tempered)
    model = PLSI(
        n_topics,
        prior=fitting.prior,
        topic_prior=fitting.topic_prior,
        max_iter=plain,
        tol=0,
        seed=seed,
        warm_start=True,
        callback=lambda iteration, _, __: report(min(iteration, plain), plain + tempered),
    )
    with warnings.catch_warnings():
        # The number of iterations is part of the recipe: stopping there is no failure to converge.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(counts)
        if model.interrupted_:
            return model
        model.set_params(
            tempering=fitting.tempering,
            max_iter=tempered,
            callback=lambda iteration, _, __: report(plain + min(iteration, tempered), plain + tempered),
        ).fit(counts)
    report(plain + tempered, plain + tempered)
    return model
