"""What word vectors and collections are called in tables and figures."""

from __future__ import annotations

from types import MappingProxyType

from ilk.experiments.clinchant2013.settings import GLOVE, SINGULAR, SUMMING, UNIT, YULE
from ilk.experiments.clinchant2013.view import Words

TITLES = MappingProxyType(
    {
        "med": "MED",
        "cran": "CRAN",
        "cisi": "CISI",
        "cacm": "CACM",
        "time": "TIME",
        "20newsgroups": "20 Newsgroups",
    }
)
EMBEDDINGS = MappingProxyType(
    {
        SUMMING: "LSI, idf·u",
        SINGULAR: "LSI, u",
        UNIT: "LSI, u of length 1 (ours)",
        YULE: "Yule",
        GLOVE: "GloVe",
    }
)


def gaussians(number: int) -> str:
    """Write a number of Gaussians."""
    return "1 Gaussian" if number == 1 else f"{number} Gaussians"


def title(words: Words) -> str:
    """Return the name of word vectors with their dimensions."""
    return f"{EMBEDDINGS[words.embedding]}, e = {words.dimensions}"
