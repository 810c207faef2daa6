"""Clusters beside a metadata field: how far they agree, and which value is most frequent in each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ilk.errors import ParameterError
from ilk.evaluation.clusters import adjusted_rand_index, normalised_mutual_information, purity
from ilk.records import Clustering, Value
from ilk.tasks.metadata import check_field

if TYPE_CHECKING:
    from ilk.index import Index


@dataclass(frozen=True, slots=True)
class ValueShare:
    """A value of the field and the share of a cluster's compared documents that have it."""

    value: Value
    share: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """How clusters and a field agree over the documents that have one value of it.

    values: of each cluster that has such documents, by number, the most frequent values, best first.
    """

    field: str
    n_documents: int
    adjusted_rand_index: float
    normalised_mutual_information: float
    purity: float
    values: dict[int, tuple[ValueShare, ...]]


def agreement(index: Index, clustering: Clustering, field: str, n_values: int = 2) -> Agreement:
    """Compare clusters with a field; documents with several values of it, or with none, are left out."""
    check_field(index, field)
    values = _values(index, field)
    pairs = [
        (values[document], assignment.cluster)
        for document, assignment in clustering.assignments.items()
        if document in values
    ]
    if not pairs:
        raise ParameterError(
            f"no document in a cluster has exactly one value of {field!r}; compare another field"
        )
    classes, clusters = zip(*pairs, strict=True)
    frequent: dict[int, Counter[Value]] = {}
    for value, cluster in pairs:
        frequent.setdefault(cluster, Counter())[value] += 1
    return Agreement(
        field,
        len(pairs),
        adjusted_rand_index(classes, clusters),
        normalised_mutual_information(classes, clusters),
        purity(classes, clusters),
        {cluster: _shares(frequent[cluster], n_values) for cluster in sorted(frequent)},
    )


def _values(index: Index, field: str) -> dict[str, Value]:
    """Return the value of each document that has exactly one, by its id."""
    column, ids = index.documents.column(field), index.documents.ids()
    found: dict[str, Value] = {}
    for number, code in zip(column.numbers.tolist(), column.codes.tolist(), strict=True):
        value = column.values[code]
        if not isinstance(value, tuple):
            found[ids[number]] = value
        elif len(value) == 1:
            found[ids[number]] = value[0]
    return found


def _shares(counted: Counter[Value], n: int) -> tuple[ValueShare, ...]:
    return tuple(ValueShare(value, times / counted.total()) for value, times in counted.most_common(n))
