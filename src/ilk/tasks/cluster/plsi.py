"""PLSI's own clusters: each document in the topic that most of its words come from."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted


def plsi_clusters(model: Any) -> NDArray[np.intp]:
    """Return argmax_z P(z|d) of the documents a PLSI was fitted to (n_docs,), of equal ones the first."""
    check_is_fitted(model)
    return np.asarray(model.p_z_given_d_.argmax(axis=1))
