"""Bayes' rule with a generative model of each class."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import logsumexp
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError
from ilk.labels import ONE
from ilk.models._base import whole_number
from ilk.models.counts_input import check_counts
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial
from ilk.tasks.classify._base import CountsClassifier, stacked

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class ClassModels:
    """A model for each of some classes that exclude each other, with log P(class).

    A class that no document has, as a label may be among several, has no model and the probability 0.
    """

    def __init__(self, models: list[Any], log_shares: Floats) -> None:
        """Take models, fitted, None for one without documents, and log P(class) (n_classes,)."""
        self.models, self.log_shares = models, log_shares

    def joint_log_likelihood(self, X: csr_array) -> Floats:
        """Return log P(class) + log P(x|class) (m, n_classes)."""
        nothing = np.zeros(X.shape[0])
        given = [nothing if model is None else model.score_samples(X) for model in self.models]
        return np.column_stack(given) + self.log_shares


class GenerativeBayes(CountsClassifier):
    """P(class|x) ∝ P(class) · P(x|class), with a model of the documents of each class.

    model: Multinomial or DCM, of which a clone is fitted for each class. `Multinomial(smoothing=0.01)` is
        the Bayes classifier of text that most people mean, with elkan2005's smoothing. In a DCM without a
        floor of its own, the terms that a class has never used have α_w = s/V.
    max_iter: most rounds in which unlabelled documents, if there are any, take sides: each joins the class
        that is most probable for it, and the models are fitted again, until no document changes sides.

    P(class) is the share of the labelled documents. Of several labels, each has a model of the documents with
    it and one of those without it, and a document gets those that are more probable than not.
    Fitted: models_, a ClassModels, or one for each of several labels; n_iter_, the rounds taken.
    """

    models_: list[ClassModels]
    n_iter_: int

    def __init__(self, model: Multinomial | DCM, max_iter: int = 10) -> None:
        self.model = model
        self.max_iter = max_iter

    def fit(self, X: Any, y: Any, unlabelled: Any = None) -> Self:
        """Fit a model to the labelled documents X (n, n_terms) of each class, and to those that join them."""
        if not isinstance(self.model, Multinomial | DCM):
            raise ParameterError(
                f"GenerativeBayes needs a Multinomial or a DCM, got {type(self.model).__name__}"
            )
        whole_number("max_iter", self.max_iter, at_least=1)
        counts, labels, others = self._checked(X, y, unlabelled)
        names = [repr(label) for label in labels.classes.tolist()]
        if labels.form == ONE:
            problems = [(labels.members, names)]
        else:
            problems = [
                (np.column_stack([~members, members]), [f"not {name}", name])
                for members, name in zip(labels.members.T, names, strict=True)
            ]
        fits = [self._fit_classes(counts, members, named, others) for members, named in problems]
        self.models_ = [models for models, _ in fits]
        self.n_iter_ = max((rounds for _, rounds in fits), default=0)
        self.labels_, self.classes_ = labels, labels.classes
        return self

    def joint_log_likelihood(self, X: Any) -> Floats:
        """Return log P(class) + log P(x|class) (m, n_classes).

        Of several labels, (m, n_classes, 2): without each label, and with it.
        """
        check_is_fitted(self)
        counts = check_counts(self, X, reset=False)
        joint = [models.joint_log_likelihood(counts) for models in self.models_]
        return joint[0] if self.labels_.form == ONE else np.stack(joint, axis=1)

    def predict_proba(self, X: Any) -> Floats:
        """Return P(class|x) (m, n_classes); of several labels, each by itself."""
        joint = self.joint_log_likelihood(X)
        probabilities = np.exp(joint - logsumexp(joint, axis=-1, keepdims=True))
        return probabilities if self.labels_.form == ONE else probabilities[:, :, 1]

    def predict(self, X: Any) -> Any:
        """Return the labels of X (m, n_terms), in the form in which fit was given them."""
        joint = self.joint_log_likelihood(X)
        if self.labels_.form != ONE:
            return self.labels_.written(joint[:, :, 1] > joint[:, :, 0])
        members = np.zeros(joint.shape, dtype=np.bool_)
        members[np.arange(len(joint)), joint.argmax(axis=1)] = True
        return self.labels_.written(members)

    def _fit_classes(
        self, counts: csr_array, members: Bools, names: list[str], others: csr_array | None
    ) -> tuple[ClassModels, int]:
        """Fit a model to each column of members (n, n_classes); return them and how many rounds it took."""
        log_shares = _log_shares(members)
        models = ClassModels(self._fit_each(counts, members, names), log_shares)
        if others is None or not others.shape[0]:
            return models, 0
        texts, sides = stacked(counts, others), np.full(others.shape[0], -1)
        for round_number in range(1, self.max_iter + 1):
            before, sides = sides, models.joint_log_likelihood(others).argmax(axis=1)
            if np.array_equal(before, sides):
                return models, round_number
            joined = sides[:, None] == np.arange(members.shape[1])
            models = ClassModels(self._fit_each(texts, np.vstack([members, joined]), names), log_shares)
        return models, self.max_iter

    def _fit_each(self, counts: csr_array, members: Bools, names: list[str]) -> list[Any]:
        return [
            self._fit_one(counts[chosen], name) if chosen.any() else None
            for chosen, name in zip(members.T, names, strict=True)
        ]

    def _fit_one(self, counts: csr_array, name: str) -> Any:
        if not counts.nnz:
            raise ParameterError(f"the documents that are {name} have no words; label others too")
        with warnings.catch_warnings():
            # A few short documents may show no bursts, and then the bound on s is the answer.
            warnings.filterwarnings("ignore", message=".*so s (grew|fell) to its bound")
            model = clone(self.model).fit(counts)
        return _sharing_floor(model, counts) if isinstance(model, DCM) and model.floor is None else model


def _sharing_floor(model: DCM, counts: csr_array) -> DCM:
    """Give each term that a class has never used α = s/V, so that all together weigh no more than s.

    Half an occurrence each, which is little in a large collection, would drown the words of a small class.
    """
    unseen = np.ones(counts.shape[1], dtype=np.bool_)
    unseen[counts.indices] = False
    model.alpha_[unseen] = model.alpha_[~unseen].sum() / counts.shape[1]
    return model


def _log_shares(members: Bools) -> Floats:
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(members.mean(axis=0)))
