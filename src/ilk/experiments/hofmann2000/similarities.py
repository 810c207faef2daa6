"""Similarities between documents that are to be categorised and those that have labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.experiments.hofmann2000.models import fisher_kernel, fit_topics
from ilk.experiments.hofmann2000.weights import tf_cosine, tfidf_cosine
from ilk.kernels.selection import restricted

Singles = NDArray[np.float32]

TF, TFIDF, TFIDF_ALL = "tf", "tf-idf", "tf-idf of all"
PLAIN_KERNELS = (TF, TFIDF, TFIDF_ALL)
"""Cosines; idf from the labelled documents, or from these and the unlabelled ones."""
FISHER_ONE, FISHER_MANY, FISHER_SUM, TF_AND_FISHER = "one", "many", "both", "tf and many"
FISHER_KERNELS = (FISHER_ONE, FISHER_MANY, FISHER_SUM, TF_AND_FISHER)
"""Fisher kernels of one topic, of many, their sum as in the paper, and, which is ours, tf and many."""


@dataclass(frozen=True, slots=True, eq=False)
class Similarities:
    """Of the labelled documents with each other (n, n), and of those to be categorised with them (m, n).

    Half the precision: all 9,603 training documents need 369 MB so.
    """

    labelled: Singles
    test: Singles

    def first(self, n: int) -> Similarities:
        """Return those with the first n labelled documents."""
        return Similarities(self.labelled[:n, :n], self.test[:, :n])

    def __add__(self, other: Similarities) -> Similarities:
        """Return the sum of two kernels."""
        return Similarities(self.labelled + other.labelled, self.test + other.test)


def plain_similarities(documents: csr_array, n_labelled: int, test: csr_array) -> dict[str, Similarities]:
    """Return the cosines of the first documents (n, n_terms), which have labels, and of the test's."""
    labelled = documents[:n_labelled]
    return {
        TF: _of(tf_cosine(labelled, labelled), tf_cosine(labelled, test)),
        TFIDF: _of(tfidf_cosine(labelled, labelled), tfidf_cosine(labelled, test)),
        TFIDF_ALL: _of(tfidf_cosine(labelled, labelled, documents), tfidf_cosine(labelled, test, documents)),
    }


def fisher_similarities(
    documents: csr_array, n_labelled: int, test: csr_array, n_topics: int, fit: str, seed: int
) -> dict[str, Similarities]:
    """Fit models to documents (n, n_terms), of which the first have labels; return their cosines.

    Words that these documents do not have are left out: no model can say anything about them.
    """
    known = np.flatnonzero(np.bincount(documents.indices, minlength=documents.shape[1]))
    counts, others = csr_array(documents[:, known]), csr_array(test[:, known])
    one, many = (_fisher(counts, n_labelled, others, n, fit, seed) for n in (1, n_topics))
    tf = _of(tf_cosine(counts[:n_labelled], counts[:n_labelled]), tf_cosine(counts[:n_labelled], others))
    return {FISHER_ONE: one, FISHER_MANY: many, FISHER_SUM: one + many, TF_AND_FISHER: tf + many}


def _fisher(
    counts: csr_array, n_labelled: int, test: csr_array, n_topics: int, fit: str, seed: int
) -> Similarities:
    kernel = fisher_kernel(fit_topics(counts, n_topics, fit, seed), counts, cosine=True)
    known = restricted(kernel, np.arange(n_labelled))
    return _of(known.gram(), known.gram(test))


def _of(labelled: NDArray[np.float64], test: NDArray[np.float64]) -> Similarities:
    return Similarities(labelled.astype(np.float32), test.astype(np.float32))
