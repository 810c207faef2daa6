"""The topic models of the study and their Fisher kernels."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from ilk.default.constants import FitConstants
from ilk.default.tempered import fit_tempered_plsi
from ilk.experiments.hofmann2000.settings import PLAIN
from ilk.kernels.fisher import FisherKernel
from ilk.models.plsi import PLSI

if TYPE_CHECKING:
    from scipy.sparse import csr_array

MAX_ITERATIONS, TOLERANCE = 100, 1e-4


def fit_topics(counts: csr_array, n_topics: int, fit: str, seed: int) -> PLSI:
    """Fit PLSI to counts (n_docs, n_terms) by plain or by tempered EM."""
    from sklearn.exceptions import ConvergenceWarning

    if fit != PLAIN:
        return fit_tempered_plsi(counts, n_topics, seed, FitConstants(), lambda _done, _total: None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return PLSI(n_topics, max_iter=MAX_ITERATIONS, tol=TOLERANCE, seed=seed).fit(counts)


def fisher_kernel(model: PLSI, counts: csr_array, *, cosine: bool) -> FisherKernel:
    """Return the paper's kernel over the documents of a model: Hofmann's form, identity as information."""
    return FisherKernel(model, form="hofmann", information="identity", normalise=cosine).fit(counts)
