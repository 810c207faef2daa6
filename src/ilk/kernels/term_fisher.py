"""The Fisher kernels of models with one parameter a term: the DCM and the multinomial (elkan2005).

A gradient is g_w = c_x + t_xw, a number of the document plus a sparse vector; the multinomial has c_x = 0.
With u_w = G_w^−a the kernel needs no dense vector:

    K(x,y) = Σ_w u_w g_w(x) g_w(y) = c_x c_y Σ_w u_w + c_x Σ_w u_w t_yw + c_y Σ_w u_w t_xw + Σ_w u_w t_xw t_yw
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ilk.kernels.cosine import scaled_rows
from ilk.kernels.information import inverse_power
from ilk.models.dcm import DCM, dcm_gradient, dcm_gradient_printed
from ilk.models.multinomial import Multinomial

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class TermGradients:
    """n documents: constants (n,) c_x, and sparse terms (n, V) t_xw."""

    constants: Floats
    terms: csr_array


def term_information(gradients: TermGradients) -> Floats:
    """Return G_w = Σ_d (c_d + t_dw)² = Σ_d c_d² + 2 Σ_d c_d t_dw + Σ_d t_dw² (V,)."""
    constants, terms = gradients.constants, gradients.terms
    mixed = scaled_rows(terms, constants).sum(axis=0)
    squares = terms.multiply(terms).sum(axis=0)
    return np.asarray(np.maximum(constants @ constants + 2 * mixed + squares, 0.0), dtype=np.float64)


def term_gram(queries: TermGradients, documents: TermGradients, weights: Floats) -> Floats:
    """Return K (m, N) with weights u (V,), all four sums."""
    weighted = _times_columns(queries.terms, weights)
    similarities = np.asarray((weighted @ documents.terms.T).toarray(), dtype=np.float64)
    similarities += np.outer(queries.constants * weights.sum() + weighted.sum(axis=1), documents.constants)
    similarities += np.outer(queries.constants, documents.terms @ weights)
    return similarities


def term_self_similarities(documents: TermGradients, weights: Floats) -> Floats:
    """Return K(x,x) (n,)."""
    constants, terms = documents.constants, documents.terms
    squares = _times_columns(terms.multiply(terms).tocsr(), weights).sum(axis=1)
    return np.asarray(constants**2 * weights.sum() + 2 * constants * (terms @ weights) + squares)


def term_features(documents: TermGradients, weights: Floats) -> csr_array:
    """Return g_w √u_w (n, V); dense in all but its type where documents have a c_x."""
    features = _times_columns(documents.terms, np.sqrt(weights))
    if documents.constants.any():
        features = csr_array(features.toarray() + np.outer(documents.constants, np.sqrt(weights)))
    return features


class TermFisher:
    """A fitted DCM or multinomial, the gradients of the fitted documents, and the weights u (V,)."""

    def __init__(
        self, model: DCM | Multinomial, counts: csr_array, exponent: float, *, approximate: bool = False
    ) -> None:
        """Take counts (n_docs, n_terms); `approximate` takes elkan2005's printed gradient of the DCM."""
        self.model, self.approximate = model, approximate
        self.documents = self.gradients(counts)
        information = term_information(self.documents) if exponent else np.ones(counts.shape[1])
        self.weights = inverse_power(information, exponent)

    def gradients(self, counts: csr_array) -> TermGradients:
        """Return the gradients of documents (m, n_terms), new or fitted."""
        if isinstance(self.model, Multinomial):
            return TermGradients(np.zeros(counts.shape[0]), self.model.gradient(counts))
        gradient = dcm_gradient_printed if self.approximate else dcm_gradient
        return TermGradients(*gradient(counts, self.model.alpha_))

    def gram(self, queries: TermGradients) -> Floats:
        """Return the similarities (m, n_docs) with the fitted documents."""
        return term_gram(queries, self.documents, self.weights)

    def self_similarities(self, documents: TermGradients) -> Floats:
        """Return K(x,x) (m,)."""
        return term_self_similarities(documents, self.weights)

    def features(self, documents: TermGradients) -> csr_array:
        """Return explicit features (m, n_terms)."""
        return term_features(documents, self.weights)


def _times_columns(matrix: csr_array, scales: Floats) -> csr_array:
    return csr_array((matrix.data * scales[matrix.indices], matrix.indices, matrix.indptr), matrix.shape)
