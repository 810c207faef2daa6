"""What the default similarity keeps of a collection, fitted when an index is built."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.default.constants import Constants, FitConstants

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Floats = NDArray[np.float32]
Halves = NDArray[np.float16]
"""Half precision: three digits of a coordinate or of a ratio are more than is known of it."""

Report = Callable[[int, int], None]


class IlkModel(NamedTuple):
    """The arrays of the default similarity, of N documents and V terms.

    lsi_terms (V, e), lsi_documents (N, e): the vectors of LSI, the most important dimension first.
    lsi_norms (N, n_spaces): the lengths of a document's vector in each of the nested spaces.
    topics_of_documents (N, M·K): P(z|d)/M of M PLSI models side by side.
    lifts (V, M·K): their P(w|z)/P(w); the product of the two, times P(w), is the mean of the models' P(w|d).
    neighbours (N, k), neighbour_shares (N, k): the documents nearest to each, and their weights.
    """

    lsi_terms: Halves
    lsi_documents: Halves
    lsi_norms: Floats
    topics_of_documents: Halves
    lifts: Halves
    neighbours: NDArray[np.int32]
    neighbour_shares: Floats


def fit_model(
    counts: csr_array,
    seed: int,
    report: Report,
    fitting: FitConstants | None = None,
    constants: Constants | None = None,
) -> IlkModel:
    """Fit every model to counts (N, V); `report` is told how many of the steps are done."""
    from ilk.default.neighbours import nearest
    from ilk.models.lsi import LSI

    fitting, constants = fitting or FitConstants(), constants or Constants()
    steps = fitting.n_models + 2
    report(0, steps)
    lsi = LSI(max(constants.spaces), seed=seed).fit(counts)
    documents = lsi.document_vectors_.astype(np.float16)
    report(1, steps)
    neighbours, shares = nearest(
        documents[:, : constants.first_space].astype(np.float32),
        fitting.n_neighbours,
        fitting.neighbour_power,
        seed,
    )
    report(2, steps)
    fits = []
    for number in range(fitting.n_models):
        fits.append(_fit_of_ensemble(counts, seed + number, fitting))
        report(number + 3, steps)
    return IlkModel(
        lsi.term_vectors_.astype(np.float16),
        documents,
        norms_in(documents, constants.spaces),
        (np.hstack([topics for topics, _ in fits]) / np.float32(len(fits))).astype(np.float16),
        np.hstack([lifts for _, lifts in fits]),
        neighbours,
        shares,
    )


def norms_in(vectors: Halves, spaces: tuple[int, ...]) -> Floats:
    """Return the length of each vector in its first e dimensions, for every e, (n, n_spaces)."""
    squares = np.square(vectors, dtype=np.float64)
    lengths = [np.sqrt(squares[:, :e].sum(axis=1)) for e in spaces]
    return np.stack(lengths, axis=1).astype(np.float32)


def _fit_of_ensemble(counts: csr_array, seed: int, fitting: FitConstants) -> tuple[Floats, Halves]:
    """Return P(z|d) (N, K) and P(w|z)/P(w) (V, K) of one PLSI."""
    from ilk.default.tempered import fit_tempered_plsi

    model = fit_tempered_plsi(counts, fitting.n_topics, seed, fitting, lambda _, __: None)
    if model.interrupted_:
        raise KeyboardInterrupt  # nobody wants an ensemble of unfinished models
    totals = np.asarray(counts.sum(axis=0), dtype=np.float64).ravel()
    p_w = (totals / max(totals.sum(), 1.0))[:, None]
    p_w_given_z = model.p_w_given_z_.T.astype(np.float64)
    lifts = np.divide(p_w_given_z, p_w, out=np.zeros_like(p_w_given_z), where=p_w > 0)
    return model.p_z_given_d_.astype(np.float32), lifts.astype(np.float16)
