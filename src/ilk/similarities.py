"""The names of similarities, the same in Python, on the command line and over HTTP, and what answers to them.

A similarity is spelt `name` or `name:parameter=value:parameter=value`, for example `bm25:k1=0.9:b=0.4`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError, UnknownName
from ilk.ranking import RANKINGS
from ilk.search.lsi_search import LSISearch
from ilk.search.parts import Parts, Similarities
from ilk.search.topk import Answer

__all__ = ["LSI", "MODELS_NEEDED", "CountedQuery", "LSISearch", "Searcher", "Similarity", "parse_similarity"]

LSI = "lsi"
MODELS_NEEDED: Mapping[str, str | None] = {**dict.fromkeys(RANKINGS), LSI: LSI}
"""Each similarity, and the model that an index must hold to answer with it."""

CountedQuery = tuple[NDArray[np.int32], NDArray[np.int32]]
"""The distinct terms of a query in increasing order, and how often each occurs."""


class Searcher(Protocol):
    """Whatever ranks documents for the counted terms of a query."""

    def search(
        self,
        terms: NDArray[np.int32],
        counts: NDArray[np.int32],
        k: int,
        allowed: NDArray[np.bool_] | None = None,
    ) -> Answer:
        """Return the k best documents and their similarities, best first, ties in document order."""

    def search_many(
        self,
        queries: Sequence[CountedQuery],
        k: int,
        allowed: NDArray[np.bool_] | None = None,
        threads: int | None = None,
    ) -> list[Answer]:
        """Return what `search` returns for each query."""

    def similarities(self, terms: NDArray[np.int32], counts: NDArray[np.int32]) -> Similarities:
        """Return the similarity of every document, and which of them could be hits."""

    def parts(self, terms: NDArray[np.int32], counts: NDArray[np.int32], document: int) -> Parts:
        """Return what adds up to the similarity of one document; nothing where it could be no hit."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A similarity's name, and the parameters that differ from its defaults."""

    name: str
    parameters: Mapping[str, float | str | bool]


def parse_similarity(spelling: str) -> Similarity:
    """Read `name:parameter=value:…`, or say which names there are."""
    name, *assignments = spelling.strip().split(":")
    if name not in MODELS_NEEDED:
        raise UnknownName("similarity", name, MODELS_NEEDED)
    parameters = dict(_parameter(spelling, text) for text in assignments)
    if name not in RANKINGS and parameters:
        raise ParameterError(f"{name} has no parameters to set when searching, got {spelling!r}")
    return Similarity(name, parameters)


def _parameter(spelling: str, assignment: str) -> tuple[str, float | str | bool]:
    name, equals, value = (piece.strip() for piece in assignment.partition("="))
    if not (name and equals and value):
        raise ParameterError(
            f"a similarity is spelt name:parameter=value, for example bm25:k1=0.9, got {spelling!r}"
        )
    return name, _value(value)


def _value(text: str) -> float | str | bool:
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    try:
        return float(text)
    except ValueError:
        return text
