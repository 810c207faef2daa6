"""The similarities by what they are made of, and how each family is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ilk.experiments.figures import PALETTE
from ilk.kernels.names import EMBEDDING, KERNELS, MIXTURE, PLSI
from ilk.similarities import FEEDBACK, ILK, KL, LSI

DEFAULT, LEXICAL, WITH_FEEDBACK, SPACE = "the default", "lexical", "lexical with feedback", "LSI"
OF_TOPICS, OF_COUNTS, OF_MIXTURES, OF_VECTORS = (
    "kernel or S_KL of PLSI",
    "kernel of counts",
    "kernel of Naive Bayes",
    "kernel of embedded words",
)
FAMILIES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        DEFAULT: (PALETTE[1], "D"),
        LEXICAL: ("#000000", "s"),
        WITH_FEEDBACK: (PALETTE[2], "^"),
        SPACE: (PALETTE[3], "P"),
        OF_TOPICS: (PALETTE[0], "o"),
        OF_COUNTS: (PALETTE[4], "v"),
        OF_MIXTURES: (PALETTE[5], "X"),
        OF_VECTORS: (PALETTE[7], "*"),
    }
)
"""Colour and marker of each family."""


_OF_MODELS = MappingProxyType({PLSI: OF_TOPICS, MIXTURE: OF_MIXTURES, EMBEDDING: OF_VECTORS})
_SINGLE = MappingProxyType({ILK: DEFAULT, LSI: SPACE, KL: OF_TOPICS})


def family_of(similarity: str) -> str:
    """Return the family of a similarity."""
    if similarity.endswith(FEEDBACK):
        return WITH_FEEDBACK
    if similarity in KERNELS:
        return _OF_MODELS.get(KERNELS[similarity].model or "", OF_COUNTS)
    return _SINGLE.get(similarity, LEXICAL)


def is_topic_kernel(similarity: str) -> bool:
    """Say whether a similarity is a Fisher kernel of PLSI."""
    return similarity in KERNELS and KERNELS[similarity].model == PLSI
