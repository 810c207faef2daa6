"""The one form of every word embedding: a vector for each term, and which terms have none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError


@dataclass(frozen=True, slots=True, eq=False)
class Embedding:
    """vectors (n_terms, e) float32, a row for each column of the counts, and known (n_terms,) booleans.

    The row of an unknown term is 0. `terms` names the rows of a file.
    """

    vectors: NDArray[np.float32]
    known: NDArray[np.bool_]
    terms: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse parts that do not fit together."""
        if self.vectors.ndim != 2 or self.vectors.dtype != np.float32:  # noqa: PLR2004  # terms × dimensions
            got = f"{self.vectors.dtype} {self.vectors.shape}"
            raise ParameterError(f"vectors must be a float32 matrix (n_terms, e), got {got}")
        if self.known.shape != self.vectors.shape[:1] or self.known.dtype != np.bool_:
            raise ParameterError(
                f"known must be {self.vectors.shape[0]} booleans, got {self.known.dtype} {self.known.shape}"
            )
        if self.terms is not None and len(self.terms) != self.vectors.shape[0]:
            raise ParameterError(f"there are {self.vectors.shape[0]} vectors for {len(self.terms)} terms")

    @property
    def n_terms(self) -> int:
        """Return the number of terms, known or not."""
        return int(self.vectors.shape[0])

    @property
    def n_dimensions(self) -> int:
        """Return e."""
        return int(self.vectors.shape[1])


class FittedLSI(Protocol):
    """What an embedding needs of a fitted LSI."""

    term_vectors_: NDArray[np.float64]


class FittedPLSI(Protocol):
    """What an embedding needs of a fitted PLSI; a mixture of unigrams has it too."""

    @property
    def p_z_(self) -> NDArray[np.floating]:
        """Return P(z) (K,)."""

    @property
    def p_w_given_z_(self) -> NDArray[np.floating]:
        """Return P(w|z) (K, n_terms)."""


def lsi_embedding(lsi: FittedLSI) -> Embedding:
    """Return the singular vectors of the terms (n_terms, e), clinchant2013 section 4; unknown: rows of 0."""
    return _embedding(np.asarray(lsi.term_vectors_))


def plsi_embedding(plsi: FittedPLSI) -> Embedding:
    """Return P(z|w) = P(z)P(w|z) / Σ_z' P(z')P(w|z') (n_terms, K); unknown are terms of probability 0."""
    joint = (np.asarray(plsi.p_z_, dtype=np.float64)[:, None] * plsi.p_w_given_z_).T
    total = joint.sum(axis=1, keepdims=True)
    return _embedding(np.divide(joint, total, out=np.zeros_like(joint), where=total > 0))


def _embedding(vectors: NDArray[np.floating]) -> Embedding:
    narrow = np.ascontiguousarray(vectors, dtype=np.float32)
    return Embedding(narrow, np.asarray(narrow.any(axis=1)))
