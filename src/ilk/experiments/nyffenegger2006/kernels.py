"""The kernels of table 1 by the names that results have, and what they are called in tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Floats = NDArray[np.float64]


class Kernel(NamedTuple):
    """A kernel: its name in `ilk.kernels`, its information where that is not the name's, its label."""

    ilk_name: str
    label: str
    information: str | None = None

    def made(self, model: Any, *, normalise: bool = False) -> Any:
        """Return the kernel over a fitted model, itself not fitted yet."""
        from ilk.kernels import make_kernel

        more = {} if self.information is None else {"information": self.information}
        return make_kernel(self.ilk_name, model, normalise=normalise, **more)

    def similarities(
        self, model: Any, counts: csr_array, queries: csr_array, *, normalise: bool = False
    ) -> Floats:
        """Return the similarities (n_queries, n_docs) under a model fitted to counts."""
        found: Floats = self.made(model, normalise=normalise).fit(counts).gram(queries)
        return found


PLSI: Mapping[str, Kernel] = MappingProxyType(
    {
        "hofmann": Kernel("plsi-h", "Hofmann's"),
        "vector-space": Kernel("plsi-vs", "vector space (eq. 4)"),
        "diagonal": Kernel("plsi-vs-dfim", "diagonal (eq. 5)"),
    }
)
"""The rows of PLSI in table 1."""

VARIANTS: Mapping[str, Kernel] = MappingProxyType(
    {
        "raw": Kernel("plsi-raw", "raw (eq. 2)"),
        "occurrences": Kernel("plsi-dfim-iid", "diagonal by occurrence"),
        "root": Kernel("plsi-vs", "root of the diagonal", "sqrt-diagonal"),
    }
)
"""PLSI kernels that table 1 has not, to see what its numbers depend on."""

NAIVE_BAYES: Mapping[str, Kernel] = MappingProxyType(
    {
        "raw": Kernel("nb-raw", "original (eq. 1)"),
        "vector-space": Kernel("nb-vs", "vector space (eq. 3)"),
        "diagonal": Kernel("nb-dfim", "diagonal"),
    }
)
"""The rows of Naive Bayes in table 1."""

COMBINED: Mapping[str, Kernel] = MappingProxyType(
    {
        "hofmann": PLSI["hofmann"],
        "diagonal": PLSI["diagonal"],
        "occurrences": VARIANTS["occurrences"],
    }
)
"""The kernels whose combination over numbers of topics is searched; the paper has the first two."""

TFIDF, PRODUCT, ONE_TOPIC, ONE_TOPIC_RAW = "tfidf", "tfidf-product", "one-topic", "one-topic-raw"
BASELINES: Mapping[str, str] = MappingProxyType(
    {
        TFIDF: "cosine of tf-idf",
        PRODUCT: "product Σ n n′ idf",
        ONE_TOPIC: "K = 1 (eq. 4)",
        ONE_TOPIC_RAW: "K = 1, raw (eq. 2)",
    }
)
"""What the row "tf-idf (≃ K1)" may mean."""
