"""The Fisher information as a diagonal G, and how much of it a kernel divides by: G^a.

a = 0 is the identity, a = 1 the diagonal, a = ½ one whitening for the pair in place of one for each of them.
The explicit features are gradient / G^(a/2).

With a = 1 a kernel is the same in all parameters; with less it depends on them. Topic models have gradients
by ρ = 2√p of their probabilities p, as in the papers. By the natural parameter log p a gradient is √p times,
and G is p times, as large, so that the kernel of a in log p is the one of a in ρ times p^(1−a):

    √p·s_d √p·s_q / (p G)^a = p^(1−a) · s_d s_q / G^a

So with a = ½ the kernel in ρ has a factor 1/√p that the one in log p has not: it favours words that are rare
in a topic for that alone. In log p a gradient is what the model expects of a document, P̂(w|d) P(z|d,w).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError

EXPONENTS = MappingProxyType({"identity": 0.0, "sqrt-diagonal": 0.5, "diagonal": 1.0})

LOG_HALF = "log-sqrt-diagonal"
"""√G as "sqrt-diagonal" has it, but with gradients and G by log p."""


LEAST_INFORMATION = 1e-80
"""Below this a derivative is nothing but an underflow, and its inverse would be an overflow."""


class Weighting(NamedTuple):
    """What weighs the product of two derivatives by ρ = 2√p: p^b / G^a, a the exponent, b of_probability."""

    exponent: float
    of_probability: float = 0.0


def weighting_of(information: object) -> Weighting:
    """Return a and b from the name of an information, or from the number a."""
    if information == LOG_HALF:
        return Weighting(0.5, of_probability=0.5)
    return Weighting(exponent_of(information))


def exponent_of(information: object) -> float:
    """Return a from the name of an information by ρ, or from the number itself."""
    if isinstance(information, str):
        if information not in EXPONENTS:
            known = ", ".join(repr(name) for name in (*EXPONENTS, LOG_HALF))
            raise ParameterError(f"information must be {known} or a number in [0, 1], got {information!r}")
        return EXPONENTS[information]
    from ilk.models._base import number  # loads scikit-learn, and searching goes by name

    return number("information", information, at_least=0, at_most=1)


def inverse_power(information: NDArray[Any], exponent: float) -> NDArray[np.float64]:
    """Return G^−a in the shape of G; where G is nothing it is 0, unless a = 0.

    A parameter that no fitted document moves has no scale to compare new documents by, so it is left out.
    """
    if exponent == 0:
        return np.ones(information.shape)
    power = np.zeros(information.shape)
    np.power(information, -exponent, out=power, where=information > LEAST_INFORMATION)
    return power
