"""What crosses the borders between the stages: small, immutable, typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self, overload

Value = str | int | float | bool | tuple[str, ...]
"""One metadata value; a tuple where a document carries several, such as topics or authors."""

_TITLE_WITHIN = 200
"""How far into a text its own title may stand, in characters: after a heading mark, a date or a by-line."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text with an id that is unique in its collection."""

    id: str
    text: str
    title: str = ""
    metadata: Mapping[str, Value] = field(default_factory=dict)

    @property
    def searchable(self) -> str:
        """The text whose words are counted: the title counts too, once, wherever it stands."""
        title = _folded(self.title)
        if not title or title in _folded(self.text[: 2 * len(self.title) + _TITLE_WITHIN]):
            return self.text
        return f"{self.title}\n{self.text}"


@dataclass(frozen=True, slots=True)
class Query:
    """A question put to a collection."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """How relevant a document is to a query; 0 or less is not relevant."""

    query_id: str
    document_id: str
    grade: int = 1


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that was found; a larger similarity is a better hit.

    `marks` are where the snippet has words of the query, as (start, end), `title_marks` where the title has;
    `related` are where the snippet has other words that speak for the document, if they were asked for.
    """

    id: str
    similarity: float
    title: str = ""
    snippet: str = ""
    marks: tuple[tuple[int, int], ...] = ()
    metadata: Mapping[str, Value] = field(default_factory=dict)
    related: tuple[tuple[int, int], ...] = ()
    title_marks: tuple[tuple[int, int], ...] = ()


class Hits(Sequence[Hit]):
    """What a search returns: hits, best first, and a sentence where there is something to say about them."""

    def __init__(
        self,
        hits: Iterable[Hit],
        note: str = "",
        ranked: tuple[float, ...] | None = None,
        unknown: tuple[str, ...] = (),
    ) -> None:
        """Keep the hits in the order given; the note says, for example, why there are none.

        `ranked` are the similarities of all that was ranked, also of what was skipped or is not yet shown;
        `unknown` are the words of the query that no document has.
        """
        self._hits = tuple(hits)
        self.note, self.unknown = note, unknown
        self.ranked = tuple(hit.similarity for hit in self._hits) if ranked is None else ranked

    def __len__(self) -> int:
        """Return the number of hits."""
        return len(self._hits)

    @overload
    def __getitem__(self, position: int) -> Hit: ...
    @overload
    def __getitem__(self, position: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, position: int | slice) -> Hit | tuple[Hit, ...]:
        """Return the hit at a position, counted from 0."""
        return self._hits[position]

    def __repr__(self) -> str:
        """Show what is inside."""
        note = f", note={self.note!r}" if self.note else ""
        return f"Hits({list(self._hits)!r}{note})"


@dataclass(frozen=True, slots=True)
class Part:
    """One summand of a similarity; a constant has neither a term nor a topic.

    `word` is how the term is written in the texts that are compared, or in another document of the index
    where it is in neither of them; it is empty where there is no term.
    """

    term: str | None
    topic: int | None
    amount: float
    word: str = ""

    def __post_init__(self) -> None:
        """Show the term where no word is known."""
        object.__setattr__(self, "word", self.word or self.term or "")


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why two texts are alike: a similarity and the parts that add up to it, largest first."""

    similarity: float
    parts: tuple[Part, ...]

    def by_term(self) -> tuple[Part, ...]:
        """Return the parts with the topics of each term added up, largest first; other parts as they are."""
        totals: dict[str, float] = {}
        for part in self.parts:
            if part.term is not None:
                totals[part.term] = totals.get(part.term, 0.0) + part.amount
        words = {part.term: part.word for part in self.parts}
        merged = [Part(term, None, amount, words[term]) for term, amount in totals.items()]
        others = [part for part in self.parts if part.term is None]
        return tuple(sorted([*merged, *others], key=lambda part: -abs(part.amount)))


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of PLSI: its share of all words, what it is about, and the documents that show it best.

    `terms` are the most probable, `characteristic` those that set it apart from the whole collection; `words`
    says how they are written.
    """

    number: int
    share: float
    terms: tuple[str, ...]
    characteristic: tuple[str, ...]
    documents: tuple[str, ...]
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Prediction:
    """The labels that a document is predicted to have, and how sure that is, from 0 to 1."""

    id: str
    labels: tuple[str, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """What to expect of predictions, by documents with labels, n_docs of them, that were held out in turn.

    `accuracy` is the share that got exactly their labels; F1 is over all labels, and the mean over classes.
    """

    n_docs: int
    accuracy: float
    micro_f1: float
    macro_f1: float


class Predictions(tuple[Prediction, ...]):
    """Predictions, and what to expect of them; None where there are too few labels to tell."""

    estimate: Estimate | None

    def __new__(cls, predictions: Iterable[Prediction], estimate: Estimate | None = None) -> Self:
        """Keep the predictions in the order given."""
        found = super().__new__(cls, predictions)
        found.estimate = estimate
        return found


@dataclass(frozen=True, slots=True)
class Cluster:
    """Documents of one kind: how many, a name for them, and the documents in their midst.

    Numbers count from 1, the largest cluster first. `terms` set it apart from the other clusters, best first,
    `words` are the same as its texts write them, and `name` has words that no other has, or a number.
    """

    number: int
    size: int
    name: str
    terms: tuple[str, ...]
    words: tuple[str, ...]
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assignment:
    """The cluster that a document is in, and how well it fits there, from 0 to 1."""

    cluster: int
    strength: float


@dataclass(frozen=True, slots=True)
class Clustering:
    """Clusters, the largest first, and where each document is, by its id; one without words is nowhere.

    `kernel` is what made documents alike, None where the method needs none.
    """

    clusters: tuple[Cluster, ...]
    assignments: Mapping[str, Assignment]
    without_words: tuple[str, ...]
    method: str
    kernel: str | None


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What an index holds and what it can do."""

    n_docs: int
    n_terms: int
    n_words: int
    mean_length: float
    language: str
    models: tuple[str, ...]
    similarities: tuple[str, ...]
    fields: tuple[str, ...]
    n_bytes: int
    ilk_version: str
    format: int


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
