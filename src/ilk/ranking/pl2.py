"""PL2: divergence from randomness, with a Poisson model and Laplace's law of succession."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ilk.ranking.base import Floats, Ints, Ranking, check_number

if TYPE_CHECKING:
    from ilk.search.statistics import Statistics


@dataclass(frozen=True)
class PL2(Ranking):
    """impact(w, d) = −log₂ Poisson(t; F_w/N) / (t + 1), with t = n(d,w) · log₂(1 + c · mean|d|/|d|).

    A term says much about a document where chance alone would hardly have put it there so often (Amati and
    van Rijsbergen 2002). Three remarks:

    - They approximate the factorial in Poisson's law by Stirling's formula, which runs to infinity as t falls
      to 0, that is, in documents far longer than the mean. Here t! is Γ(t + 1), to which theirs is close from
      t = 1 on. The impact is then positive and finite for every document.
    - A term with more occurrences than there are documents (F_w > N) is judged by the same formula, though
      the model means rare terms: to be rarer in a document than expected then counts as information too.
    - A term that occurs n times in the query counts n times; to divide by the query's largest n, as some do,
      would change no order.
    """

    name: ClassVar[str] = "pl2"
    c: float = 1.0

    def __post_init__(self) -> None:
        """Check the parameter."""
        check_number(self.name, "c", self.c, low=0, open_ends=True)

    def impacts(self, terms: int | Ints, counts: Ints, lengths: Ints, stats: Statistics) -> Floats:
        """Return the formula of the class for each posting."""
        mean = stats.term_totals[terms] / stats.n_docs
        t = counts * np.log2(1 + self.c * stats.mean_length / lengths)
        nats = mean - t * np.log(mean) + log_factorial(t)
        return np.asarray(nats / (np.log(2) * (t + 1)), dtype=np.float64)


def log_factorial(t: Floats) -> Floats:
    """Return ln Γ(t + 1) for t ≥ 0, to about 1e-13: some steps up, where Stirling's series is exact enough.

    In NumPy, because one search from the shell should not have to load SciPy.
    """
    steps = 10
    rising = np.ones_like(t)
    for step in range(1, steps + 1):
        rising *= t + step
    x = t + steps + 1
    series = 1 / (12 * x) - 1 / (360 * x**3) + 1 / (1260 * x**5) - 1 / (1680 * x**7)
    return np.asarray((x - 0.5) * np.log(x) - x + 0.5 * np.log(2 * np.pi) + series - np.log(rising))
