"""What the classifiers share: labels of any form, text without labels, and how good they are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack
from sklearn.base import ClassifierMixin

from ilk.evaluation.labels import accuracy
from ilk.labels import Labels, labels_for
from ilk.models._base import CountsEstimator
from ilk.models.counts_input import check_counts


class CountsClassifier(ClassifierMixin, CountsEstimator, ABC):  # type: ignore[misc]  # scikit-learn ships no types
    """A classifier of counts; a document has one label or several.

    Fitted: classes_ (n_classes,), labels_ as they were given, n_features_in_.
    """

    classes_: NDArray[Any]
    labels_: Labels
    n_features_in_: int

    @abstractmethod
    def predict(self, X: Any) -> Any:
        """Return the labels of X (m, n_terms), in the form in which fit was given them."""

    def score(self, X: Any, y: Any) -> float:
        """Return the share of documents that get exactly their labels."""
        return accuracy(y, self.predict(X))

    def __sklearn_tags__(self) -> Any:
        """Say that a document may have several labels."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags

    def _checked(self, X: Any, y: Any, unlabelled: Any) -> tuple[csr_array, Labels, csr_array | None]:
        """Check everything that fit is given, before anything is learned."""
        counts = check_counts(self, X, reset=True)
        labels = labels_for(y, int(counts.shape[0]))
        others = None if unlabelled is None else check_counts(self, unlabelled, reset=False)
        return counts, labels, others


def stacked(counts: csr_array, others: csr_array | None) -> csr_array:
    """Return the documents with labels, and below them those without."""
    return counts if others is None else csr_array(vstack([counts, others], format="csr"))
