"""A small random collection with four themes, and one index of it that holds every model."""

from __future__ import annotations

from functools import cache

import numpy as np

import ilk
from ilk.records import Document
from ilk.stored_models import MODELS

THEMES = 4
WORDS = [
    f"{start}{end}"
    for start in ("ba", "ko", "mi", "ru", "te", "lo", "sa", "ne")
    for end in ("rta", "lim", "dok", "pes", "nur", "fag")
]
N_DOCS = 40
N_TOPICS = 5


def text(rng: np.random.Generator, theme: int, n_words: int) -> str:
    """Words of which most belong to a theme."""
    a_theme = len(WORDS) // THEMES
    weights = np.full(len(WORDS), 0.2)
    weights[a_theme * theme : a_theme * (theme + 1)] = 3
    return " ".join(rng.choice(WORDS, size=n_words, p=weights / weights.sum()))


@cache
def documents() -> tuple[Document, ...]:
    """Return documents d0, d1, … of the themes 0, 1, 2, 3, 0, …, and one without words."""
    rng = np.random.default_rng(0)
    texts = [text(rng, i % THEMES, int(rng.integers(3, 30))) for i in range(N_DOCS)]
    return *(Document(f"d{i}", each) for i, each in enumerate(texts)), Document("empty", "…")


@cache
def full_index() -> ilk.Index:
    """Return an index with every model."""
    return ilk.Index.build(documents(), language="none", models=MODELS, n_topics=N_TOPICS)
