"""From what an index returns to the shapes of the API."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ilk.corpus.tokenizer import Tokenizer
from ilk.records import Document, Explanation, Hit, Hits, Part, Topic, Value
from ilk.web.contents import Contents, topic_name, topic_shape
from ilk.web.shapes import (
    DocumentShape,
    ExplanationShape,
    FieldShape,
    HitShape,
    InfoShape,
    MapHitsShape,
    PartShape,
    Scalar,
    TextShape,
    TopicDetailShape,
    TopicShareShape,
    TypicalShape,
)

MOST_PARTS = 300
"""Parts that are sent one by one; the smaller ones are added up, so that the sum stays exact."""
DEEPEST_MEASURED = 50
"""The rank by which bars are measured, so that they do not change their scale from page to page."""
LEAST_SHARE = 0.03
"""Topics with a smaller share of a document are not named."""


def hit_shapes(hits: Sequence[Hit], first_rank: int, strengths: Sequence[float]) -> list[HitShape]:
    """Return hits with their ranks and the lengths of their bars."""
    return [
        HitShape(
            rank=rank,
            id=hit.id,
            title=hit.title,
            title_marks=list(hit.title_marks),
            similarity=hit.similarity,
            strength=strength,
            snippet=hit.snippet,
            marks=list(hit.marks),
            related=list(hit.related),
            metadata=plain(hit.metadata),
        )
        for rank, (hit, strength) in enumerate(zip(hits, strengths, strict=True), first_rank)
    ]


def strengths(similarities: Sequence[float]) -> list[float]:
    """Return similarities, best first, as lengths in [0, 1]: shares of the best, from 0 or from a low one.

    Similarities that fall below 0 have no natural zero; the one at rank 50, or the last, stands for it.
    """
    if not similarities:
        return []
    lowest = similarities[min(DEEPEST_MEASURED, len(similarities)) - 1]
    best, low = similarities[0], min(0.0, lowest)
    width = best - low
    return [min(1.0, max(0.0, (value - low) / width)) if width > 0 else 1.0 for value in similarities]


def explanation_shape(
    contents: Contents, explanation: Explanation, similarity: str, texts: tuple[Document, Document]
) -> ExplanationShape:
    """Return the parts with the places of their words in both texts; `texts` may hold a query with no id."""
    names = {topic.number: topic_name(topic) for topic in _topics(contents, explanation)}
    listed, others = explanation.parts[:MOST_PARTS], explanation.parts[MOST_PARTS:]
    by_term = explanation.by_term()
    merged = by_term[:MOST_PARTS]
    terms = {part.term for part in (*listed, *merged) if part.term is not None}
    left, right = (_text(document, contents.index.tokenizer, terms) for document in texts)
    return ExplanationShape(
        similarity=similarity,
        total=explanation.similarity,
        parts=[_part(part, names) for part in listed],
        n_rest=len(others),
        # what is missing from the total, so that what is shown adds up to it to the last digit
        rest=explanation.similarity - sum(part.amount for part in listed),
        by_term=[_part(part, names) for part in merged],
        n_by_term=len(by_term),
        left=left,
        right=right,
    )


def document_shape(contents: Contents, document: Document) -> DocumentShape:
    """Return a document with the topics that it is about."""
    named = {topic.number: topic_name(topic) for topic in contents.topics} if contents.has_topics else {}
    shares = contents.index.topic_shares(document.id) if contents.has_topics else {}
    return DocumentShape(
        id=document.id,
        title=document.title,
        text=document.text,
        metadata=plain(document.metadata),
        topics=[
            TopicShareShape(number=number, name=named[number], share=share)
            for number, share in shares.items()
            if share >= LEAST_SHARE
        ],
    )


def topic_detail(contents: Contents, topic: Topic) -> TopicDetailShape:
    """Return a topic with its typical documents."""
    documents = contents.index.documents
    titles = [documents.get(documents.number(each)).title for each in topic.documents]
    return TopicDetailShape(
        **topic_shape(topic, n_words=20).model_dump(),
        probable=[topic.words.get(term, term) for term in topic.terms],
        documents=[
            TypicalShape(id=each, title=title, share=contents.index.topic_shares(each)[topic.number])
            for each, title in zip(topic.documents, titles, strict=True)
        ],
    )


def map_hits_shape(contents: Contents, hits: Hits, query: str, similarity: str) -> MapHitsShape:
    """Return where the hits of a search are on the map."""
    places = [contents.place(hit.id) for hit in hits]
    return MapHitsShape(
        query=query,
        similarity=similarity,
        note=hits.note,
        x=[place.x for place in places],
        y=[place.y for place in places],
        topic=[place.topic for place in places],
        id=[hit.id for hit in hits],
        title=[hit.title for hit in hits],
    )


def info_shape(contents: Contents, name: str) -> InfoShape:
    """Return what the index holds and can do."""
    index, info, choices = contents.index, contents.index.info(), contents.choices
    return InfoShape(
        name=name,
        documents=info.n_docs,
        terms=info.n_terms,
        words=info.n_words,
        language=info.language,
        models=list(info.models),
        similarities=list(info.similarities),
        default_similarity=index.default_similarity,
        has_topics=contents.has_topics,
        has_map=contents.has_map,
        fields=[FieldShape(name=field, choices=choices[field]) for field in info.fields],
        ilk_version=info.ilk_version,
    )


def plain(metadata: Mapping[str, Value]) -> dict[str, Scalar | list[str]]:
    """Return metadata as JSON has it."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in metadata.items()}


def _topics(contents: Contents, explanation: Explanation) -> tuple[Topic, ...]:
    return contents.topics if any(part.topic is not None for part in explanation.parts) else ()


def _part(part: Part, names: Mapping[int, str]) -> PartShape:
    return PartShape(
        term=part.term,
        word=part.word,
        topic=part.topic,
        topic_name="" if part.topic is None else names[part.topic],
        amount=part.amount,
    )


def _text(document: Document, tokenizer: Tokenizer, terms: Collection[str]) -> TextShape:
    def spans(text: str) -> list[tuple[int, int, str]]:
        return [span for span in tokenizer.spans(text) if span[2] in terms]

    return TextShape(
        id=document.id or None,
        title=document.title,
        title_spans=spans(document.title),
        text=document.text,
        spans=spans(document.text),
    )
