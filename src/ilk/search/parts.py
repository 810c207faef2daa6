"""What every searcher can say of a query beside the hits: all similarities, and what adds up to one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError

NEITHER = -1
"""In place of a term or a topic that a part does not have."""


class Parts(NamedTuple):
    """The summands of one similarity; their amounts add up to it.

    terms (n,) and topics (n,) are the term and the topic that a part belongs to, NEITHER where it belongs to
    none: a constant has neither. A document that is no candidate for a query has no parts.
    """

    terms: NDArray[np.int32]
    topics: NDArray[np.int32]
    amounts: NDArray[np.float64]


class Similarities(NamedTuple):
    """The similarity of every document (n_docs,), and whether it is a candidate, that is, could be a hit.

    A document that is none has the similarity 0, which says nothing.
    """

    values: NDArray[np.float64]
    candidates: NDArray[np.bool_]


def parts_of_terms(terms: NDArray[Any], amounts: NDArray[Any]) -> Parts:
    """Return parts that belong to a term each."""
    return Parts(terms.astype(np.int32), _none(terms.size), amounts.astype(np.float64))


def parts_of_topics(amounts: NDArray[Any]) -> Parts:
    """Return parts that belong to the topics 0, 1, … each; those that add nothing are left out."""
    (topics,) = np.nonzero(amounts)
    return Parts(_none(topics.size), topics.astype(np.int32), amounts[topics].astype(np.float64))


def parts_of_both(terms: NDArray[Any], amounts: NDArray[Any]) -> Parts:
    """Return parts from amounts (n, K) of terms (n,) and all topics; those that add nothing are left out."""
    rows, topics = np.nonzero(amounts)
    return Parts(
        terms[rows].astype(np.int32), topics.astype(np.int32), amounts[rows, topics].astype(np.float64)
    )


def constants(*amounts: float) -> Parts:
    """Return parts that belong to neither a term nor a topic."""
    return Parts(_none(len(amounts)), _none(len(amounts)), np.array(amounts, dtype=np.float64))


def joined(*several: Parts) -> Parts:
    """Return the parts of all in one."""
    terms, topics, amounts = (np.concatenate(arrays) for arrays in zip(*several, strict=True))
    return Parts(terms, topics, amounts)


def no_parts() -> Parts:
    """Return the parts of a document that is no candidate."""
    return constants()


def check_document(document: int, n_docs: int) -> int:
    """Return the number of a document that exists."""
    if not isinstance(document, int | np.integer) or isinstance(document, bool) or not 0 <= document < n_docs:
        raise ParameterError(f"document must be a number from 0 to {n_docs - 1}, got {document!r}")
    return int(document)


def _none(n: int) -> NDArray[np.int32]:
    return np.full(n, NEITHER, dtype=np.int32)
