"""What word vectors and collections are called in tables and figures."""

from __future__ import annotations

from types import MappingProxyType

from ilk.experiments.clinchant2013.settings import (
    DAMPED,
    GLOVE,
    SINGULAR,
    SUMMING,
    TFIDF,
    UNIT,
    UNIT_DAMPED,
    UNIT_TFIDF,
    YULE,
)
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
        DAMPED: "LSI, idf·u, damped",
        TFIDF: "LSI, idf·u, tf-idf",
        UNIT_DAMPED: "LSI, u of length 1, damped",
        UNIT_TFIDF: "LSI, u of length 1, tf-idf",
    }
)
WEIGHTS = MappingProxyType({SUMMING: "counts", TFIDF: "tf-idf"})
"""By what the words idf·u are summed in the two readings that findings are judged by."""


def gaussians(number: int) -> str:
    """Write a number of Gaussians."""
    return "1 Gaussian" if number == 1 else f"{number} Gaussians"


def title(words: Words) -> str:
    """Return the name of word vectors with their dimensions."""
    return f"{EMBEDDINGS[words.embedding]}, e = {words.dimensions}"
