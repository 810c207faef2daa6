"""What every estimator shares: scikit-learn's base class, its tags, one seed, parameter checks."""

from __future__ import annotations

import math
import operator
from abc import ABC, abstractmethod
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, DensityMixin, TransformerMixin

from ilk.errors import ParameterError


class Estimator(BaseEstimator):  # type: ignore[misc]  # scikit-learn ships no types
    """Scikit-learn's base class, typed."""


class CountsEstimator(Estimator):
    """An estimator over counts, sparse or dense, never negative."""

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn that X may be sparse and must not be negative."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags


class CountsTransformer(TransformerMixin, CountsEstimator):  # type: ignore[misc]  # the same reason
    """An estimator over counts that gives each document a vector."""


class CountsDensity(DensityMixin, CountsEstimator, ABC):  # type: ignore[misc]  # the same reason
    """An estimator over counts that gives each document a probability."""

    @abstractmethod
    def score_samples(self, X: Any) -> NDArray[np.float64]:
        """Return the log-likelihood of each document (n_docs,)."""

    def score(self, X: Any, y: object = None) -> float:  # noqa: ARG002  # scikit-learn passes y
        """Return the mean log-likelihood of a document."""
        return float(np.mean(self.score_samples(X)))


class Seeded(Estimator):
    """A parameter `seed` that also answers to `random_state`.

    Scikit-learn's ensembles look for `random_state` in the deep parameters and set it; `clone` reads the
    shallow ones, which hold what `__init__` takes. So the second name exists in the deep parameters only.
    As a base class it stands first.
    """

    seed: int

    @property
    def random_state(self) -> int:
        """Return the seed under scikit-learn's name."""
        return self.seed

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters, with `random_state` beside `seed` when asked deeply."""
        parameters: dict[str, Any] = super().get_params(deep=deep)
        return parameters | {"random_state": self.seed} if deep else parameters

    def set_params(self, **parameters: Any) -> Self:
        """Set parameters; `random_state` sets `seed`."""
        if "random_state" in parameters:
            parameters["seed"] = parameters.pop("random_state")
        super().set_params(**parameters)
        return self


def whole_number(name: str, value: object, at_least: int) -> int:
    """Return a parameter that must be a whole number, checked."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < at_least:
        raise ParameterError(f"{name} must be a whole number of at least {at_least}, got {value!r}")
    return int(value)


def number(
    name: str,
    value: object,
    *,
    at_least: float | None = None,
    above: float | None = None,
    at_most: float | None = None,
) -> float:
    """Return a parameter that must be a finite number within the bounds that are given, checked."""
    usable = isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    checked = float(value) if isinstance(value, Real) and usable else math.nan
    bounds = {
        "at least": (at_least, operator.ge),
        "greater than": (above, operator.gt),
        "at most": (at_most, operator.le),
    }
    given = {words: (bound, holds) for words, (bound, holds) in bounds.items() if bound is not None}
    if not usable or not all(holds(checked, bound) for bound, holds in given.values()):
        wanted = " and ".join(f"{words} {bound:g}" for words, (bound, _) in given.items())
        raise ParameterError(f"{name} must be a finite number{', ' * bool(wanted)}{wanted}, got {value!r}")
    return checked
