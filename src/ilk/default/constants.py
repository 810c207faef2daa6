"""The constants of the default similarity, chosen once for all collections; docs/default.md says how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Weights(NamedTuple):
    """What BM25, the cosines of the theme and S_KL count in their mean."""

    lexical: float = 0.5
    theme: float = 1.0
    language: float = 1.0


@dataclass(frozen=True, slots=True)
class Constants:
    """What the formulas of `ilk.default` are filled with when a query is answered."""

    idf_power: float = 0.5
    """A query's word weighs n(q,w) · idf_w^power in BM25 and in S_KL."""

    spaces: tuple[int, ...] = (25, 50, 100, 200)
    """The dimensions of LSI whose cosines are averaged: few for the theme, many for the detail."""

    first_space: int = 100
    """The space that takes part in choosing candidates, and in which neighbours are found."""

    own_share: float = 0.5
    """The share of a document's own words in its language model; PLSI has the rest."""

    pseudo_length: float = 3.0
    """The Dirichlet pseudo-count of the document's own model, in mean lengths."""

    weights: Weights = field(default_factory=Weights)
    """How much each voice counts in the mean of the three."""

    n_candidates: int = 1000
    feedback_documents: int = 10
    feedback_terms: int = 50
    feedback_share: float = 0.4
    """The share of the expansion in the second query."""

    temperature: float = 0.5
    """A feedback document counts exp(similarity / temperature)."""

    neighbour_share: float = 0.3
    """The share of the neighbours' mean in the final similarity."""


@dataclass(frozen=True, slots=True)
class FitConstants:
    """How the models behind the default similarity are fitted."""

    n_models: int = 4
    n_topics: int = 32
    plain_iterations: int = 10
    """EM starts without tempering: from a random start a flat posterior takes too long to find its way."""

    tempered_iterations: int = 40
    tempering: float = 0.8
    prior: float = 0.1
    topic_prior: float | None = None
    """The pseudo-count of every P(z|d); None for the same as that of every P(w|z)."""

    n_neighbours: int = 10
    neighbour_power: float = 4.0
    """A neighbour counts cosine^power."""
