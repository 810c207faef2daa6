"""The shapes of what the API answers: one envelope for success, one for errors, and what stands inside."""

from __future__ import annotations

from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

Data = TypeVar("Data")
Span = tuple[int, int]
Scalar = str | int | float | bool


class Shape(BaseModel):
    """What all shapes share."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Meta(Shape):
    """With what an answer was made."""

    ilk: str = Field(description="The version of ilk.")
    generation: str = Field(description="Which state of the index answered; it changes when it is rebuilt.")
    milliseconds: float = Field(description="How long the answer took, inside the server.")


class Success(Shape, Generic[Data]):
    """Every answer that is not an error."""

    data: Data
    meta: Meta


class Problem(Shape):
    """What went wrong, in the sentence that the command line prints too."""

    kind: str = Field(
        description="not-found, bad-value, unauthorised, forbidden, unavailable, missing-extra or internal."
    )
    message: str


class Failure(Shape):
    """Every error."""

    error: Problem


class HitShape(Shape):
    """A document that was found."""

    rank: int
    id: str
    title: str
    title_marks: list[Span] = Field(description="Ranges of the title that hold words of the query.")
    similarity: float
    strength: float = Field(ge=0, le=1, description="The similarity as a share of the best, for a bar.")
    snippet: str
    marks: list[Span] = Field(description="Ranges of the snippet that hold words of the query.")
    related: list[Span] = Field(description="Ranges that hold other words which speak for the document.")
    metadata: dict[str, Scalar | list[str]]


class SearchShape(Shape):
    """Hits of a query."""

    query: str
    similarity: str
    page: int
    k: int
    more: bool = Field(description="Whether there is another page.")
    note: str = Field(description="Why there are no hits, or what of the query was not looked for.")
    hits: list[HitShape]


class SimilarShape(Shape):
    """The nearest neighbours of a document."""

    id: str
    similarity: str
    note: str
    hits: list[HitShape]


class PartShape(Shape):
    """One summand of a similarity."""

    term: str | None
    word: str
    topic: int | None
    topic_name: str
    amount: float


class TextShape(Shape):
    """One of the two texts that are compared; spans are (start, end, term) of the terms of the parts."""

    id: str | None = Field(description="The document's id; null for a query.")
    title: str
    title_spans: list[tuple[int, int, str]] = Field(description="The same of the title.")
    text: str
    spans: list[tuple[int, int, str]]


class ExplanationShape(Shape):
    """Why two texts are alike: `parts` and `rest` add up to `total`."""

    similarity: str
    total: float
    parts: list[PartShape] = Field(description="The largest parts.")
    n_rest: int = Field(description="How many smaller parts are not listed.")
    rest: float = Field(description="What those add up to.")
    by_term: list[PartShape] = Field(description="The same with the topics of each word added up.")
    n_by_term: int = Field(description="How many there are of those, the ones not listed included.")
    left: TextShape
    right: TextShape


class TopicShareShape(Shape):
    """How much of a document belongs to a topic."""

    number: int
    name: str
    share: float


class DocumentShape(Shape):
    """A document."""

    id: str
    title: str
    text: str
    metadata: dict[str, Scalar | list[str]]
    topics: list[TopicShareShape]


class TopicShape(Shape):
    """A topic: its share of all words, and the words that mark it."""

    number: int
    name: str
    share: float
    words: list[str]


class TypicalShape(Shape):
    """A document that shows a topic well."""

    id: str
    title: str
    share: float


class TopicDetailShape(TopicShape):
    """A topic with its most probable words and its typical documents."""

    probable: list[str]
    documents: list[TypicalShape]


class FieldShape(Shape):
    """A field of metadata; `choices` are empty where there are too many to choose from."""

    name: str
    choices: list[tuple[str, int]]


class InfoShape(Shape):
    """What the index holds and what it can do."""

    name: str
    documents: int
    terms: int
    words: int
    language: str
    models: list[str]
    similarities: list[str]
    default_similarity: str
    has_topics: bool
    has_map: bool
    fields: list[FieldShape]
    ilk_version: str


class PlacesShape(Shape):
    """Documents as points; the lists run in parallel."""

    x: list[float]
    y: list[float]
    topic: list[int] = Field(description="The main topic of each document.")
    id: list[str]
    title: list[str]


class MapShape(PlacesShape):
    """The map: every document, or an even sample of at most 20,000 where there are more."""

    n_documents: int = Field(description="How many documents the index has.")
    topics: list[TopicShape]


class MapHitsShape(PlacesShape):
    """Hits of a query on the map, best first."""

    query: str
    similarity: str
    note: str = Field(description="Why there are no hits, or what of the query was not looked for.")


class HealthShape(Shape):
    """That the server is there."""

    status: str
    documents: int
