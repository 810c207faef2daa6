"""Support vector machines on any kernel: linear on its features where it has some, else on similarities."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError
from ilk.labels import ONE
from ilk.models._base import Seeded, number
from ilk.models.counts_input import check_counts
from ilk.tasks.classify._base import CountsClassifier
from ilk.tasks.classify.machines import Machines, chosen_members, features_are_light, train_machines
from ilk.tasks.classify.neighbours import row_blocks
from ilk.tasks.classify.reference import Reference, reference

Floats = NDArray[np.float64]

AUTO, EXPLICIT, GRAM = "auto", "explicit", "gram"
FEATURES = (AUTO, EXPLICIT, GRAM)


class KernelSVM(Seeded, CountsClassifier):
    """A support vector machine for each class against the rest.

    kernel: any kernel of ilk, or anything with fit and transform, or fit and gram. A fitted one is kept; of
        another a copy is fitted to the labelled and unlabelled documents together.
    C: what an error costs, with the kernel divided by its mean K(d,d) over the labelled documents, so that C
        means the same for every kernel; for a normalised one this mean is 1.
    features: "explicit" for scikit-learn's LinearSVC on the kernel's features, "gram" for its SVC on the
        similarities, "auto" for features unless there are none or they need more memory. The first counts the
        square of an error and the second the error itself: results are much the same, but not equal.
    balanced: let errors on both sides of a class cost the same in all: a small class is found more often.
    seed: of the order in which LinearSVC looks at documents.

    Of several labels, a document gets those whose machine says yes.
    Fitted: reference_, the kernel over the labelled documents; machines_.
    """

    reference_: Reference
    machines_: Machines

    def __init__(
        self, kernel: Any, C: float = 1.0, features: str = AUTO, *, balanced: bool = False, seed: int = 0
    ) -> None:
        self.kernel = kernel
        self.C = C
        self.balanced = balanced
        self.features = features
        self.seed = seed

    def fit(self, X: Any, y: Any, unlabelled: Any = None) -> Self:
        """Learn to tell labelled documents X (n, n_terms) apart; the kernel learns from the others too."""
        cost = number("C", self.C, above=0)
        if self.features not in FEATURES:
            raise ParameterError(f"features must be one of {', '.join(FEATURES)}, got {self.features!r}")
        counts, labels, others = self._checked(X, y, unlabelled)
        known = reference(self.kernel, counts, others)
        explicit = self._uses_features(known, counts, len(labels.classes))
        documents = known.features() if explicit else known.gram()
        self.machines_ = train_machines(
            documents, labels, explicit=explicit, C=cost, balanced=self.balanced, seed=self.seed
        )
        self.reference_, self.labels_, self.classes_ = known, labels, labels.classes
        return self

    def decision_function(self, X: Any) -> Floats:
        """Return how far documents are on the side of each class (m, n_classes); above 0 is in it.

        For two classes of which a document has one, (m,): above 0 is in the second.
        """
        decisions = self._decisions(X)
        one = self.labels_.form == ONE and decisions.shape[1] == 1
        return decisions[:, 0] if one else decisions

    def predict(self, X: Any) -> Any:
        """Return the labels of X (m, n_terms), in the form in which fit was given them."""
        return self.labels_.written(chosen_members(self._decisions(X), self.labels_))

    def _decisions(self, X: Any) -> Floats:
        check_is_fitted(self)
        counts = check_counts(self, X, reset=False)
        if self.machines_.explicit:
            return self.machines_.decisions(self.reference_.features(counts))
        grams = (
            self.reference_.gram(counts[rows]) for rows in row_blocks(counts.shape[0], len(self.labels_))
        )
        return np.concatenate([self.machines_.decisions(gram) for gram in grams])

    def _uses_features(self, known: Reference, counts: csr_array, n_classes: int) -> bool:
        if self.features == EXPLICIT and not known.has_features:
            raise ParameterError(
                f"{type(self.kernel).__name__} has no features to be explicit about; use features='gram'"
            )
        if self.features != AUTO or not known.has_features:
            return self.features != GRAM and known.has_features
        return features_are_light(self.kernel, counts, n_classes)
