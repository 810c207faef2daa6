"""Γ(a+x)/Γ(a) and its derivatives, without the loss of digits that plain differences have at large a.

For integers x these are sums: log Γ(a+x)/Γ(a) = Σ_{j<x} log(a+j), and so on; here x may be any number ≥ 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, psi, zeta

Array = NDArray[Any]

STIRLING_FROM = 16.0
"""From here on four terms of Stirling's series are exact to 1e-14."""


def log_rising(a: Array, x: Array) -> Array:
    """Return log Γ(a+x) − log Γ(a) for a > 0, x ≥ 0, element by element."""
    a, x = np.broadcast_arrays(a, x)
    answer = gammaln(a + x) - gammaln(a)
    far = a >= STIRLING_FROM
    if far.any():
        b, y = a[far], x[far]
        leading = (b - 0.5) * np.log1p(y / b) + y * np.log(b + y) - y
        answer[far] = leading + _log_gamma_remainder(b + y) - _log_gamma_remainder(b)
    return answer


def digamma_rise(a: Array, x: Array) -> Array:
    """Return Ψ(a+x) − Ψ(a) for a > 0, x ≥ 0, element by element."""
    a, x = np.broadcast_arrays(a, x)
    answer = psi(a + x) - psi(a)
    far = a >= STIRLING_FROM
    if far.any():
        b, y = a[far], x[far]
        leading = np.log1p(y / b) + 0.5 * y / (b * (b + y))
        answer[far] = leading + _digamma_remainder(b + y) - _digamma_remainder(b)
    return answer


def trigamma_drop(a: Array, x: Array) -> Array:
    """Return Ψ'(a) − Ψ'(a+x) for a > 0, x ≥ 0, element by element."""
    return np.asarray(zeta(2.0, a) - zeta(2.0, a + x))


def _log_gamma_remainder(z: Array) -> Array:
    """Return log Γ(z) − [(z − ½) log z − z + ½ log 2π]."""
    square = 1.0 / (z * z)
    return (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / z


def _digamma_remainder(z: Array) -> Array:
    """Return Ψ(z) − [log z − 1/(2z)]."""
    square = 1.0 / (z * z)
    return -square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)))
