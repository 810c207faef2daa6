"""The Fisher information as a diagonal G, and how much of it a kernel divides by: G^a.

a = 0 is the identity, a = 1 the diagonal, a = ½ one whitening for the pair in place of one for each of them.
The explicit features are gradient / G^(a/2).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ilk.errors import ParameterError

EXPONENTS = MappingProxyType({"identity": 0.0, "sqrt-diagonal": 0.5, "diagonal": 1.0})


def exponent_of(information: object) -> float:
    """Return a from the name of an information or from the number itself."""
    if isinstance(information, str):
        if information not in EXPONENTS:
            known = ", ".join(repr(name) for name in EXPONENTS)
            raise ParameterError(f"information must be {known} or a number in [0, 1], got {information!r}")
        return EXPONENTS[information]
    from ilk.models._base import number  # loads scikit-learn, and searching goes by name

    return number("information", information, at_least=0, at_most=1)


def inverse_power(information: NDArray[Any], exponent: float) -> NDArray[np.float64]:
    """Return G^−a in the shape of G; where G = 0 it is 0, unless a = 0.

    A parameter that no fitted document moves has no scale to compare new documents by, so it is left out.
    """
    if exponent == 0:
        return np.ones(information.shape)
    power = np.zeros(information.shape)
    np.power(information, -exponent, out=power, where=information > 0)
    return power
