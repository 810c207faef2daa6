"""Which runs there are."""

from __future__ import annotations

from collections.abc import Iterator

from ilk.experiments.study import Parameters, Setting

COLLECTIONS = ("med", "cran", "cacm", "cisi")
REUTERS = "reuters21578"
TOPICS = 64

PLAIN, TEMPERED = "plain", "tempered"
FITS = (PLAIN, TEMPERED)
"""Plain EM until it converges; ten plain iterations, then forty at β = 0.8, with a pseudo-count of 0.1."""

WRITTEN, STEMS = "written", "stems"
"""Words as they are written, as in the paper's figure, or their stems."""

LABELLED, ALL = "labelled", "all"
"""The texts that the model is fitted to: the labelled ones, or these and the unlabelled ones together."""

FACTORS, VECTOR_SPACE, RETRIEVAL, SUMMED = "factors", "vector-space", "retrieval", "summed"
CATEGORIES_PLAIN, CATEGORIES = "categories-plain", "categories"
"""The parts of the study."""

SHARES = (1, 2, 5, 10, 20, 50)
FULL_SHARE = 100
"""Per cent of the training documents that have labels; smaller shares are parts of larger ones."""

SEEDS = 5
DRAWS = {PLAIN: 5, TEMPERED: 10}
SEPARATOR = " "


def settings(quick: bool) -> list[Setting]:
    """List the settings: all, or few with little text."""
    return [*(_quick() if quick else _full())]


def _full() -> Iterator[Setting]:
    for fit in FITS:
        for seed in range(SEEDS):
            yield _factors(fit, seed, TOPICS, 0, 5.0)
    for words in (WRITTEN, STEMS):
        for collection in COLLECTIONS:
            yield from _retrieval(collection, words, FITS, SEEDS, TOPICS)
            yield _summed(collection, words, SEEDS, TOPICS, 5.0)
    for draw in range(max(DRAWS.values())):
        yield _categories_plain(draw, _written(SHARES), 0, 20.0)
        for fit in FITS:
            if draw < DRAWS[fit]:
                yield _categories(fit, LABELLED, draw, _written(SHARES), TOPICS, 0, 32.0)
                yield _categories(fit, ALL, draw, _written(SHARES), TOPICS, 0, 32.0)
    yield _categories_plain(0, str(FULL_SHARE), 0, 50.0)
    for fit in FITS:
        yield _categories(fit, ALL, 0, str(FULL_SHARE), TOPICS, 0, 78.0)


def _quick() -> Iterator[Setting]:
    topics, documents = 16, 1000
    yield _factors(TEMPERED, 0, topics, documents, 1.0)
    yield from _retrieval("med", WRITTEN, FITS, 2, topics)
    yield _summed("med", WRITTEN, 2, topics, 1.0)
    for draw in range(2):
        yield _categories_plain(draw, "5 20", documents, 1.0)
        for texts in (LABELLED, ALL):
            yield _categories(TEMPERED, texts, draw, "5 20", topics, documents, 1.0)
    yield _categories_plain(0, str(FULL_SHARE), documents, 1.0)
    yield _categories(TEMPERED, ALL, 0, str(FULL_SHARE), topics, documents, 1.0)


def _factors(fit: str, seed: int, topics: int, documents: int, cost: float) -> Setting:
    """Factors of so many documents, 0 for all of them."""
    parameters: Parameters = {
        "part": FACTORS,
        "fit": fit,
        "topics": topics,
        "documents": documents,
        "seed": seed,
    }
    return Setting(parameters, cost)


def _retrieval(
    collection: str, words: str, fits: tuple[str, ...], seeds: int, topics: int
) -> Iterator[Setting]:
    yield Setting({"part": VECTOR_SPACE, "collection": collection, "words": words, "seed": 0}, 0.5)
    for fit in fits:
        for seed in range(seeds):
            where: Parameters = {"part": RETRIEVAL, "collection": collection, "words": words}
            yield Setting({**where, "fit": fit, "topics": topics, "seed": seed}, 1.5)


def _summed(collection: str, words: str, seeds: int, topics: int, cost: float) -> Setting:
    """The kernels of so many initialisations, from the seed on."""
    where: Parameters = {"part": SUMMED, "collection": collection, "words": words}
    return Setting({**where, "fit": TEMPERED, "topics": topics, "seeds": seeds, "seed": 0}, cost)


def _categories_plain(draw: int, shares: str, documents: int, cost: float) -> Setting:
    parameters: Parameters = {
        "part": CATEGORIES_PLAIN,
        "shares": shares,
        "documents": documents,
        "seed": draw,
    }
    return Setting(parameters, cost)


def _categories(
    fit: str, texts: str, draw: int, shares: str, topics: int, documents: int, cost: float
) -> Setting:
    model: Parameters = {"part": CATEGORIES, "fit": fit, "texts": texts, "topics": topics}
    return Setting({**model, "shares": shares, "documents": documents, "seed": draw}, cost)


def _written(shares: tuple[int, ...]) -> str:
    return SEPARATOR.join(map(str, shares))


def shares_of(text: str) -> tuple[int, ...]:
    """Read the shares of labels that a setting goes through."""
    return tuple(map(int, text.split(SEPARATOR)))
