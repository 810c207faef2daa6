"""How well clusters agree with classes: both are labels of the same documents, of any kind, (n,) each."""

from __future__ import annotations

from typing import Any

import numpy as np

from ilk.errors import ParameterError


def adjusted_rand_index(classes: Any, clusters: Any) -> float:
    """Return the share of pairs that both put together or both apart, adjusted for chance.

    1 for the same partition, about 0 for a random one, below 0 for a worse one.
    """
    from sklearn.metrics import adjusted_rand_score

    return float(adjusted_rand_score(*_labels(classes, clusters)))


def normalised_mutual_information(classes: Any, clusters: Any) -> float:
    """Return I(U;V) / ((H(U) + H(V))/2), between 0 and 1: what each partition tells of the other."""
    from sklearn.metrics import normalized_mutual_info_score

    return float(normalized_mutual_info_score(*_labels(classes, clusters), average_method="arithmetic"))


def purity(classes: Any, clusters: Any) -> float:
    """Return the share of documents that belong to the most frequent class of their cluster."""
    from sklearn.metrics.cluster import contingency_matrix

    table = contingency_matrix(*_labels(classes, clusters))  # (n_classes, n_clusters)
    return float(table.max(axis=0).sum() / table.sum())


def _labels(classes: Any, clusters: Any) -> tuple[Any, Any]:
    """Return both, checked and as whole numbers, whatever the labels are."""
    if len(classes) != len(clusters):
        raise ParameterError(
            f"classes and clusters must label the same documents, got {len(classes)} and {len(clusters)}"
        )
    if not len(classes):
        raise ParameterError("there must be at least one labelled document, got none")
    return _numbered(classes), _numbered(clusters)


def _numbered(labels: Any) -> Any:
    """Number labels from 0 in the order in which they come: they may be of any kind, also of several."""
    known: dict[Any, int] = {}
    return np.array([known.setdefault(label, len(known)) for label in labels])
