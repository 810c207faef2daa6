"""Fisher kernels: two documents are alike when they would move a model's parameters in the same direction."""

from __future__ import annotations

from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from ilk.errors import ParameterError
from ilk.kernels.cosine import inverse_lengths, scaled_rows
from ilk.kernels.information import Weighting, weighting_of
from ilk.kernels.term_fisher import TermFisher
from ilk.kernels.topic_fisher import TopicFisher, TopicSettings
from ilk.kernels.topic_gradients import FORMS
from ilk.kernels.topic_information import PARTS
from ilk.models._base import CountsTransformer
from ilk.models.counts_input import check_counts
from ilk.models.dcm import DCM
from ilk.models.multinomial import Multinomial
from ilk.models.naive_bayes import NaiveBayesMixture
from ilk.models.plsi import PLSI

Floats = NDArray[np.float64]


class Engine(Protocol):
    """What a kernel does with the gradients of its model, whatever these are."""

    documents: Any

    def gradients(self, counts: csr_array) -> Any:
        """Return the gradients of new documents."""

    def gram(self, queries: Any) -> Floats:
        """Return the similarities (m, n_docs) with the fitted documents."""

    def self_similarities(self, documents: Any) -> Floats:
        """Return K(d,d) (m,)."""

    def features(self, documents: Any) -> csr_array:
        """Return explicit features."""


class FisherKernel(CountsTransformer):
    """K(d,q) = Σ_i ∂_i log P(d) ∂_i log P(q) / G_i^a over the parameters of a model of counts.

    model: PLSI, NaiveBayesMixture, DCM or Multinomial. A fitted one is kept, of another a clone is fitted.
    form, for topic models: "hofmann" (the default), "iid", "raw" or "vector-space"; formulas of each in
        `ilk.kernels.topic_gradients`. A mixture has one component a document: all but raw have one gradient.
    information: "identity", "sqrt-diagonal", "diagonal", or the exponent a in [0, 1] that these stand for;
        for topic models also "log-sqrt-diagonal": √G as well, but of the parameters log P(z), log P(w|z).
        With u_d(z) = t_d(z) √P(z) and u_d(w,z) = s_d(w,z) √P(w|z), which is P̂(w|d) P(z|d,w) in most forms,
        K(d,q) = Σ_z u_d u_q / √(P(z) G(z)) + Σ_w Σ_z u_d u_q / √(P(w|z) G(w,z)). It often ranks best.
    part, for topic models: "both" (the default), or only the derivatives by "topics" or by "words".
    approximate, for the DCM: its gradient as elkan2005 approximates it.
    normalise: the cosine, K(d,q)/√(K(d,d)K(q,q)).

    `fit_transform` and `gram` use the P(z|d) that PLSI learned for the fitted documents, `transform` folds
    in. Features are sparse, with columns K + n_terms · K for a topic model and n_terms for the others.
    Fitted: model_; engine_, a TopicFisher or TermFisher: gradients of the fitted documents and weights.
    """

    model_: PLSI | NaiveBayesMixture | DCM | Multinomial
    engine_: Engine
    n_features_in_: int

    def __init__(
        self,
        model: PLSI | NaiveBayesMixture | DCM | Multinomial,
        form: str | None = None,
        information: str | float = "identity",
        part: str | None = None,
        *,
        approximate: bool = False,
        normalise: bool = False,
    ) -> None:
        self.model = model
        self.form = form
        self.information = information
        self.part = part
        self.approximate = approximate
        self.normalise = normalise

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002  # scikit-learn passes y
        """Fit the model, unless it is, and take the gradients of X (n_docs, n_terms)."""
        weighting = weighting_of(self.information)
        topics = self._topic_settings(weighting)
        counts = check_counts(self, X, reset=True)
        model = model_for(self.model, counts)
        if isinstance(model, PLSI | NaiveBayesMixture):
            self.engine_ = TopicFisher(model, counts, topics)
        else:
            self.engine_ = TermFisher(model, counts, weighting.exponent, approximate=self.approximate)
        documents = self.engine_.documents
        self._document_scales = self._scales(documents) if self.normalise else None
        self.model_ = model
        return self

    def fit_transform(self, X: Any, y: object = None) -> csr_array:
        """Fit, and return the features of the fitted documents, with what was learned for them."""
        return self.fit(X, y)._features(self.engine_.documents)

    def transform(self, X: Any) -> csr_array:
        """Return sparse features of X (m, n_terms), folded in: their dot products are the kernel."""
        return self._features(self._gradients(X))

    def gram(self, X: Any = None) -> Floats:
        """Return the similarities (m, n_docs) of X, folded in, with the fitted documents; makes no features.

        Without X, those of the fitted documents with each other.
        """
        check_is_fitted(self)
        queries = self.engine_.documents if X is None else self._gradients(X)
        similarities = self.engine_.gram(queries)
        if self._document_scales is not None:
            similarities *= self._document_scales
            similarities *= (self._document_scales if X is None else self._scales(queries))[:, None]
        return similarities

    def __sklearn_tags__(self) -> Any:
        """Say that features are of float64."""
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _gradients(self, X: Any) -> Any:
        check_is_fitted(self)
        return self.engine_.gradients(check_counts(self, X, reset=False))

    def _features(self, documents: Any) -> csr_array:
        features = self.engine_.features(documents)
        return features if self._document_scales is None else scaled_rows(features, self._scales(documents))

    def _scales(self, documents: Any) -> Floats:
        return inverse_lengths(self.engine_.self_similarities(documents))

    def _topic_settings(self, weighting: Weighting) -> TopicSettings:
        """Check the parameters that only some models have."""
        kind = type(self.model).__name__
        if not isinstance(self.model, PLSI | NaiveBayesMixture | DCM | Multinomial):
            raise ParameterError(
                f"FisherKernel needs a PLSI, NaiveBayesMixture, DCM or Multinomial, got {kind}"
            )
        if self.approximate and not isinstance(self.model, DCM):
            raise ParameterError(f"approximate is for a DCM, and the model is {kind}; leave it out")
        if isinstance(self.model, DCM | Multinomial):
            for name, value in (("form", self.form), ("part", self.part)):
                if value is not None:
                    raise ParameterError(f"a {kind} kernel has no {name}, got {name}={value!r}; leave it out")
            if weighting.of_probability:
                raise ParameterError(
                    f"information={self.information!r} is for PLSI and NaiveBayesMixture, and the model is "
                    f"{kind}; use 'sqrt-diagonal'"
                )
        form = FORMS[0] if self.form is None else self.form
        part = PARTS[0] if self.part is None else self.part
        for name, value, known in (("form", form, FORMS), ("part", part, PARTS)):
            if value not in known:
                choices = ", ".join(repr(choice) for choice in known)
                raise ParameterError(f"{name} must be one of {choices}, got {value!r}")
        return TopicSettings(form, part, weighting)


def model_for(model: Any, counts: csr_array) -> Any:
    """Return a fitted model as it is, if its terms are those of counts, and of another a fitted clone."""
    if not is_fitted(model):
        return clone(model).fit(counts)
    if model.n_features_in_ != (n_terms := counts.shape[1]):
        fitted = model.n_features_in_
        raise ParameterError(
            f"X has {n_terms} terms, but the model was fitted to {fitted}; give it counts of those"
        )
    return model


def is_fitted(model: Any) -> bool:
    """Say whether an estimator has learned something already."""
    try:
        check_is_fitted(model)
    except NotFittedError:
        return False
    return True
