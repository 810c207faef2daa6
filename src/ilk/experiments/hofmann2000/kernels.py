"""The kernels of the categorisation, in the order in which tables show them."""

from __future__ import annotations

from ilk.experiments.hofmann2000.settings import ALL, LABELLED, PLAIN, TEMPERED
from ilk.experiments.hofmann2000.similarities import (
    FISHER_KERNELS,
    FISHER_MANY,
    FISHER_ONE,
    FISHER_SUM,
    PLAIN_KERNELS,
    TF_AND_FISHER,
    TFIDF_ALL,
)
from ilk.experiments.hofmann2000.similarities import TF as TF_NAME
from ilk.experiments.hofmann2000.similarities import TFIDF as TFIDF_NAME
from ilk.experiments.hofmann2000.view import Kernel

TF, TFIDF = Kernel(TF_NAME), Kernel(TFIDF_NAME)
FISHER_LABELLED, FISHER_ALL = Kernel(FISHER_SUM, TEMPERED, LABELLED), Kernel(FISHER_SUM, TEMPERED, ALL)
TF_AND_FISHER_ALL = Kernel(TF_AND_FISHER, TEMPERED, ALL)

KERNELS: tuple[Kernel, ...] = (
    *map(Kernel, PLAIN_KERNELS),
    *(
        Kernel(name, fit, texts)
        for fit in (TEMPERED, PLAIN)
        for name in FISHER_KERNELS
        for texts in (LABELLED, ALL)
    ),
)


def kernel_title(kernel: Kernel, n_topics: int) -> str:
    """Name a kernel, as in «Fisher K = 1 + K = 64, all texts, tempered EM»."""
    titles = {
        TF_NAME: "tf",
        TFIDF_NAME: "tf-idf, idf of labelled texts",
        TFIDF_ALL: "tf-idf, idf of all texts",
        FISHER_ONE: "Fisher K = 1",
        FISHER_MANY: f"Fisher K = {n_topics}",
        FISHER_SUM: f"Fisher K = 1 + K = {n_topics}",
        TF_AND_FISHER: f"tf + Fisher K = {n_topics}",
    }
    if kernel.fit is None:
        return titles[kernel.name]
    return f"{titles[kernel.name]}, {kernel.texts} texts, {kernel.fit} EM"
