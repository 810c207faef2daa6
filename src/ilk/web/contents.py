"""One opened index with what the page asks again and again: its topics, its fields, its map."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import NamedTuple

from ilk.documents import DocumentStore
from ilk.errors import NotFound
from ilk.index import Index
from ilk.records import Topic
from ilk.similarities import KL, missing_model
from ilk.tasks.layout import Layout
from ilk.web.shapes import MapShape, TopicShape

MOST_POINTS = 20_000
DECIMALS = 4
"""Digits after the point of where a document is on the map."""
MOST_CHOICES = 200
"""Values of a field that are offered as filters; a field with more is one to type in."""


class Place(NamedTuple):
    """Where a document is on the map, and its main topic."""

    x: float
    y: float
    topic: int


class Contents:
    """An index, and what is computed once for it; any number of threads may ask."""

    def __init__(self, index: Index) -> None:
        """Take an opened index."""
        self.index = index
        self.generation: str = index.generation
        self._lock = threading.RLock()

    def warm_up(self) -> None:
        """Let the default similarity answer once, so that the first person does not wait for a compiler."""
        if self.index.statistics.n_terms:  # documents may be there, and no words
            self.index.search(self.index.vocabulary.term(0), k=1, n_related=1)

    @property
    def has_topics(self) -> bool:
        """Say whether the index has topics."""
        return missing_model(KL, self.index.models) is None

    @property
    def has_map(self) -> bool:
        """Say whether the index has a map."""
        return self.index.has_map

    @property
    def map(self) -> bytes:
        """Return the map as JSON, of an even sample of the documents where they are very many."""
        with self._lock:
            return self._map

    def demand_map(self) -> Layout:
        """Return where the documents are on the map, or say that there is none."""
        with self._lock:
            layout = self._layout
        if layout is None:
            raise NotFound("this index has no map; build it again with --models ilk")
        return layout

    def place(self, document_id: str) -> Place:
        """Return where a document is on the map."""
        layout, number = self.demand_map(), self.index.documents.number(document_id)
        x, y = layout.points[number].astype(float).round(DECIMALS).tolist()
        return Place(x, y, int(layout.topics[number]))

    @property
    def topics(self) -> tuple[Topic, ...]:
        """Return the topics, the largest share first."""
        if not self.has_topics:
            raise NotFound("this index has no topics; build it again with --models plsi")
        with self._lock:
            return self._topics

    @property
    def choices(self) -> dict[str, list[tuple[str, int]]]:
        """Return the values of each field that has few, and how many documents have each, most first."""
        with self._lock:
            return self._choices

    @cached_property
    def _topics(self) -> tuple[Topic, ...]:
        return self.index.topics(n_terms=20, n_documents=20)

    @cached_property
    def _choices(self) -> dict[str, list[tuple[str, int]]]:
        documents = self.index.documents
        return {field: _choices_of(documents, field) for field in documents.fields}

    @cached_property
    def _layout(self) -> Layout | None:
        return self.index.layout

    @cached_property
    def _map(self) -> bytes:
        layout = self.demand_map()
        step = -(-len(self.index) // MOST_POINTS)
        numbers = range(0, len(self.index), step)
        found = self.index.documents.many(numbers)
        points = layout.points[::step].astype(float).round(DECIMALS)
        shape = MapShape(
            n_documents=len(self.index),
            x=points[:, 0].tolist(),
            y=points[:, 1].tolist(),
            topic=layout.topics[::step].tolist(),
            id=[document.id for document in found],
            title=[document.title for document in found],
            topics=[topic_shape(topic) for topic in self._topics],
        )
        return shape.model_dump_json().encode()


def topic_shape(topic: Topic, n_words: int = 10) -> TopicShape:
    """Return a topic as a list shows it."""
    return TopicShape(
        number=topic.number,
        name=topic_name(topic),
        share=topic.share,
        words=[topic.words.get(term, term) for term in topic.characteristic[:n_words]],
    )


def topic_name(topic: Topic, n_words: int = 3) -> str:
    """Return what a topic is called: its most characteristic words, as they are written."""
    return ", ".join(topic.words.get(term, term) for term in topic.characteristic[:n_words])


def _choices_of(documents: DocumentStore, field: str) -> list[tuple[str, int]]:
    column = documents.coded_column(field)
    if column is None:
        return []
    counts: dict[str, int] = {}
    for code in column.codes.tolist():
        value = column.values[code]
        for each in value if isinstance(value, tuple) else (value,):
            text = str(each).lower() if isinstance(each, bool) else str(each)
            counts[text] = counts.get(text, 0) + 1
    if len(counts) > MOST_CHOICES:
        return []
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
