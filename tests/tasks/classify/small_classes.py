"""Small counts of three classes, and kernels over them, that the tests of the classifiers share."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

import ilk

N_CLASSES, N_TERMS = 3, 24
NAMES = np.array(["apple", "pear", "quince"])


def themes(seed: int = 0, clear: float = 0.3) -> np.ndarray:
    """P(w|class) (3, 24); the smaller `clear`, the easier they are told apart."""
    return np.random.default_rng(seed).dirichlet(np.full(N_TERMS, clear), N_CLASSES)


def documents(n: int, seed: int = 1, length: int = 12, clear: float = 0.3) -> tuple[csr_array, np.ndarray]:
    """Counts (n, 24) and the names of their classes (n,), all of which occur."""
    rng, p_w = np.random.default_rng(seed), themes(clear=clear)
    codes = np.concatenate([np.arange(N_CLASSES), rng.integers(N_CLASSES, size=n - N_CLASSES)])
    return csr_array([rng.multinomial(length, p_w[code]).astype(float) for code in codes]), NAMES[codes]


def kernels() -> dict[str, object]:
    """One kernel of each kind, none of them fitted."""
    plsi = ilk.PLSI(4, max_iter=30, tol=1e-3, dtype="float64")
    return {
        "counts": ilk.CountKernel("tfidf-elkan"),
        "plsi": ilk.FisherKernel(plsi, normalise=True),
        "plsi, not normalised": ilk.FisherKernel(plsi, information="sqrt-diagonal"),
        "dcm": ilk.FisherKernel(ilk.DCM()),
        "fisher vectors": ilk.FisherVectors(ilk.LSI(4), 2, tol=1e-2),
        "combination": ilk.Combination([ilk.CountKernel("l2"), ilk.CountKernel("bhattacharyya")]),
    }


def tuples(labels: np.ndarray) -> list[tuple[str, ...]]:
    """Several labels a document: its class, and `fruit` for two of the three."""
    return [(label, "round") if label != "pear" else (label,) for label in labels]
