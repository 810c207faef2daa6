"""The ways of EM that are compared: plain, tempered, and the parts of which the tempered one consists.

Chappelier and Eckard say "(tempered) EM" and print neither the temperature nor a prior nor when they stop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from ilk.default.constants import FitConstants

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from ilk.models.plsi import PLSI

PLAIN, TEMPERED = "plain", "tempered"


@dataclass(frozen=True, slots=True)
class Variant:
    """A way of EM: a fit, and in place of its prior of P(w|z) a share of an average topic's words.

    A prior that is worth a share of |C|/K words, spread over the vocabulary, weighs the same whatever the
    collection and the number of topics; a fixed pseudo-count drowns topics when there are many of them.
    """

    about: str
    fit: FitConstants
    prior_share: float | None = None

    def constants(self, counts: csr_array, n_topics: int) -> FitConstants:
        """Return the fit for counts (n_docs, n_terms), with the prior as a pseudo-count."""
        if self.prior_share is None:
            return self.fit
        return replace(self.fit, prior=self.prior_share * float(counts.sum()) / (n_topics * counts.shape[1]))


_LONG = FitConstants(plain_iterations=10, tempered_iterations=100, tempering=0.8, prior=0.0, topic_prior=0.0)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        PLAIN: Variant("plain EM", replace(_LONG, tempering=1.0, tempered_iterations=90)),
        TEMPERED: Variant("tempered EM with priors", replace(_LONG, topic_prior=0.1), prior_share=0.1),
        "temperature": Variant("the temperature alone", _LONG),
        "priors": Variant(
            "the priors alone", replace(_LONG, tempering=1.0, topic_prior=0.1), prior_share=0.1
        ),
        "pseudo-count": Variant("tempered, a fixed pseudo-count of 0.1", FitConstants()),
    }
)
"""The ways of EM by the names that settings have."""


def fitted(counts: csr_array, variant: str, n_topics: int, seed: int) -> PLSI:
    """Fit PLSI to counts (n_docs, n_terms) in one of the ways."""
    from ilk.default.tempered import fit_tempered_plsi

    constants = VARIANTS[variant].constants(counts, n_topics)
    return fit_tempered_plsi(counts, n_topics, seed, constants, lambda done, total: None)  # noqa: ARG005  # no bar
