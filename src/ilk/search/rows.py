"""The counts of an index by document."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class CountRows(NamedTuple):
    """The terms and counts of document d stand at indptr[d] … indptr[d + 1] - 1; terms increase."""

    indptr: NDArray[np.int64]
    terms: NDArray[np.int32]
    counts: NDArray[np.int32]

    def of(self, document: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the terms of a document and how often each occurs."""
        span = slice(self.indptr[document], self.indptr[document + 1])
        return self.terms[span], self.counts[span]
