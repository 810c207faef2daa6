"""The topics of an index as clusters: those that it holds, or a PLSI of the size that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from ilk.default.constants import FitConstants
from ilk.default.tempered import fit_tempered_plsi
from ilk.search.topic_model import PLSI
from ilk.similarities import KL, missing_model

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from ilk.index import Index
    from ilk.progress import Progress


def topics_of(index: Index, counts: csr_array, n_topics: int, seed: int, progress: Progress) -> NDArray[Any]:
    """Return P(z|d) (N, n_topics) of the index's PLSI if it has so many topics, else of one fitted now."""
    if missing_model(KL, index.models) is None:
        held = index._searchers.topics(PLSI).model
        if held.n_topics == n_topics:
            return held.topics_of_docs
    model = fit_tempered_plsi(
        counts, n_topics, seed, FitConstants(), lambda done, total: progress(f"fitting {PLSI}", done, total)
    )
    if model.interrupted_:
        raise KeyboardInterrupt  # clusters of an unfinished model are nobody's wish
    return model.p_z_given_d_
