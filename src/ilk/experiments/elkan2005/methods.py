"""The classifiers by name: the nine of the paper, and the forms of the Fisher kernels that we add."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ilk.experiments.elkan2005 import published
from ilk.experiments.elkan2005.gradients import DCMGradients, PoweredDCMGradients
from ilk.kernels import make_kernel
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial

DCM_PRINTED, DCM_SHORT, DCM_LIKELIHOOD = (
    "Fisher DCM, gradient as approximated",
    "Fisher DCM, α = df/N",
    "Fisher DCM, α of maximum likelihood",
)
DCM_COSINE, MULTINOMIAL_COSINE = "Fisher DCM, cosine", "Fisher multinomial, cosine"
DCM_SPARSE = "Fisher DCM without its constant, cosine"
DCM_ROOT = "Fisher DCM, square root, cosine"

LAPLACE_BAYES = "multinomial Bayes, smoothing 1"
DCM_BAYES_SHORT, DCM_BAYES_LIKELIHOOD = "DCM Bayes, α = df/N", "DCM Bayes, α of maximum likelihood"
DCM_BAYES_LOW = "DCM Bayes, α = 0.0001 for words new to a class"
LOW_FLOOR = 1e-4
ROOT = 0.5

TOLERANCE = 1e-6
"""Relative change of the likelihood at which its fit ends; a smaller one changes no prediction."""

BAYES: Mapping[str, Callable[[], Multinomial | DCM]] = MappingProxyType(
    {
        published.MULTINOMIAL_BAYES: lambda: Multinomial(smoothing=published.SMOOTHING),
        published.DCM_BAYES: DCM,
        DCM_BAYES_LOW: lambda: DCM(floor=LOW_FLOOR),
        LAPLACE_BAYES: lambda: Multinomial(smoothing=published.LAPLACE),
        DCM_BAYES_SHORT: lambda: DCM("approximate"),
        DCM_BAYES_LIKELIHOOD: lambda: DCM("mle", tol=TOLERANCE),
    }
)
"""The model of a class, for each Bayes classifier."""

KERNELS: Mapping[str, Callable[[], Any]] = MappingProxyType(
    {
        published.L0: lambda: make_kernel("l0"),
        published.L1: lambda: make_kernel("l1"),
        published.L2: lambda: make_kernel("l2"),
        published.TFIDF: lambda: make_kernel("tfidf-elkan"),
        published.BHATTACHARYYA: lambda: make_kernel("bhattacharyya"),
        published.FISHER_DCM: lambda: make_kernel("dcm", DCM()),
        published.FISHER_MULTINOMIAL: lambda: make_kernel("multinomial", Multinomial()),
        DCM_PRINTED: lambda: make_kernel("dcm", DCM(), approximate=True),
        DCM_SHORT: lambda: make_kernel("dcm", DCM("approximate")),
        DCM_LIKELIHOOD: lambda: make_kernel("dcm", DCM("mle", tol=TOLERANCE)),
        DCM_COSINE: lambda: make_kernel("dcm", DCM(), normalise=True),
        MULTINOMIAL_COSINE: lambda: make_kernel("multinomial", Multinomial(), normalise=True),
        DCM_SPARSE: PoweredDCMGradients,
        DCM_ROOT: lambda: PoweredDCMGradients(ROOT),
    }
)
"""The kernel by which neighbours are near: not fitted, and larger is nearer."""

NORMS = (published.L0, published.L1, published.L2, published.TFIDF, published.BHATTACHARYYA)
FISHER = (published.FISHER_DCM, published.FISHER_MULTINOMIAL)
COSINES = (DCM_COSINE, MULTINOMIAL_COSINE, DCM_SPARSE, DCM_ROOT)
FORMS = (DCM_PRINTED, DCM_SHORT, DCM_LIKELIHOOD)
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"norms": NORMS, "fisher": FISHER, "cosines": COSINES, "forms": FORMS}
)
"""Which kernels share a setting."""

MACHINES: Mapping[str, Callable[[], Any]] = MappingProxyType(
    {
        published.L2: KERNELS[published.L2],
        published.TFIDF: KERNELS[published.TFIDF],
        published.FISHER_MULTINOMIAL: KERNELS[published.FISHER_MULTINOMIAL],
        MULTINOMIAL_COSINE: KERNELS[MULTINOMIAL_COSINE],
        published.FISHER_DCM: DCMGradients,
        DCM_COSINE: lambda: DCMGradients(normalise=True),
        DCM_SPARSE: KERNELS[DCM_SPARSE],
        DCM_ROOT: KERNELS[DCM_ROOT],
    }
)
"""The kernels of support vector machines; that of the DCM by features, which are sparse and exact."""
