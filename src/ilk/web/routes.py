"""The routes of the API: each checks its bounds, asks the index, and answers in the one envelope."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from ilk.errors import NotFound, ParameterError
from ilk.records import Document
from ilk.web.answers import (
    DEEPEST_MEASURED,
    document_shape,
    explanation_shape,
    hit_shapes,
    info_shape,
    map_hits_shape,
    strengths,
    topic_detail,
)
from ilk.web.contents import topic_shape
from ilk.web.requests import (
    LONGEST_QUERY,
    DocumentId,
    Filters,
    Hits,
    IdInPath,
    Similarity,
    Words,
    answerer,
)
from ilk.web.shapes import (
    DocumentShape,
    ExplanationShape,
    Failure,
    HealthShape,
    InfoShape,
    MapHitsShape,
    MapShape,
    SearchShape,
    SimilarShape,
    Success,
    TopicDetailShape,
    TopicShape,
)

DEEPEST = 1_000
"""The last rank that can be paged to."""
N_RELATED = 12

ERRORS: dict[int | str, dict[str, object]] = {
    status: {"model": Failure, "description": text}
    for status, text in {
        401: "The API key is missing or wrong.",
        404: "There is no such document or topic, or the index has no topics or no map.",
        422: "A value is out of bounds.",
    }.items()
}
api = APIRouter(prefix="/api", responses=ERRORS)
health = APIRouter()


@api.get("/search", summary="Search")
def search(
    request: Request,
    q: Words,
    k: Hits = 10,
    page: Annotated[int, Query(ge=1, le=1000, description="Which page of k hits.")] = 1,
    similarity: Similarity = None,
    where: Filters = None,
) -> Success[SearchShape]:
    """Return the documents most similar to a text, best first."""
    if page * k > DEEPEST:
        raise ParameterError(f"page × k must be at most {DEEPEST:,}, got {page} × {k}")
    answer = answerer(request)
    index, skip = answer.contents.index, (page - 1) * k
    name = similarity or index.default_similarity
    hits = index.search(
        q,
        k,
        similarity=name,
        where=where,
        skip=skip,
        look_ahead=max(1, DEEPEST_MEASURED - skip - k),
        n_related=N_RELATED,
    )
    return answer(
        SearchShape(
            query=q,
            similarity=name,
            page=page,
            k=k,
            more=len(hits.ranked) > skip + k and (page + 1) * k <= DEEPEST,
            note=hits.note or _past_the_end(hits.ranked, skip),
            hits=hit_shapes(hits, skip + 1, strengths(hits.ranked)[skip : skip + k]),
        )
    )


@api.get("/similar", summary="Similar documents")
def similar(
    request: Request,
    id: DocumentId,  # noqa: A002  # the name of the parameter is part of the API
    k: Hits = 10,
    similarity: Similarity = None,
    where: Filters = None,
) -> Success[SimilarShape]:
    """Return the documents most similar to one of the index, itself left out."""
    answer = answerer(request)
    index = answer.contents.index
    name = similarity or index.default_similarity
    hits = index.similar(id, k, similarity=name, where=where)
    shapes = hit_shapes(hits, 1, strengths(hits.ranked))
    return answer(SimilarShape(id=id, similarity=name, note=hits.note, hits=shapes))


@api.get("/similar/{id:path}", summary="Similar documents, the id in the path")
def similar_by_path(
    request: Request,
    id: IdInPath,  # noqa: A002
    k: Hits = 10,
    similarity: Similarity = None,
    where: Filters = None,
) -> Success[SimilarShape]:
    """Return what /api/similar does; a path cannot hold the ids `.`, `..` and any with a line break."""
    return similar(request, id, k, similarity, where)


@api.get("/explain", summary="Why two texts are alike")
def explain(
    request: Request,
    id: DocumentId,  # noqa: A002
    q: Annotated[
        str | None, Query(max_length=LONGEST_QUERY, description="A text to compare it with.")
    ] = None,
    other: Annotated[
        str | None, Query(max_length=LONGEST_QUERY, description="Or the id of another document.")
    ] = None,
    similarity: Similarity = None,
) -> Success[ExplanationShape]:
    """Take a similarity apart, exactly: the parts and the rest add up to the total."""
    if (q is None) == (other is None):
        raise ParameterError("give either q, a text, or other, the id of a document, to compare with")
    answer = answerer(request)
    index = answer.contents.index
    name = similarity or index.default_similarity
    explanation = index.explain(q or other or "", id, similarity=name, from_document=other is not None)
    left = Document("", q) if q is not None else index.document(other or "")
    return answer(explanation_shape(answer.contents, explanation, name, (left, index.document(id))))


@api.get("/documents", summary="A document")
def document(request: Request, id: DocumentId) -> Success[DocumentShape]:  # noqa: A002
    """Return a document: its text, its metadata, and the topics that it is about."""
    answer = answerer(request)
    return answer(document_shape(answer.contents, answer.contents.index.document(id)))


@api.get("/documents/{id:path}", summary="A document, the id in the path")
def document_by_path(request: Request, id: IdInPath) -> Success[DocumentShape]:  # noqa: A002
    """Return what /api/documents does; a path cannot hold the ids `.`, `..` and any with a line break."""
    return document(request, id)


@api.get("/topics", summary="All topics")
def topics(request: Request) -> Success[list[TopicShape]]:
    """Return the topics of the collection, the largest share first."""
    answer = answerer(request)
    return answer([topic_shape(topic) for topic in answer.contents.topics])


@api.get("/topics/{n}", summary="A topic")
def topic(
    request: Request, n: Annotated[int, Path(ge=0, description="The number of a topic.")]
) -> Success[TopicDetailShape]:
    """Return a topic: its words and the documents that show it best."""
    answer = answerer(request)
    found = next((topic for topic in answer.contents.topics if topic.number == n), None)
    if found is None:
        raise NotFound(f"there is no topic {n}; they are numbered 0 to {len(answer.contents.topics) - 1}")
    return answer(topic_detail(answer.contents, found))


@api.get("/map", summary="The map", response_model=Success[MapShape])
def map_(request: Request) -> Response:
    """Return the documents as points, laid out when the index was built: near is alike."""
    answer = answerer(request)
    return answer.written(answer.contents.map)


@api.get("/map/search", summary="Hits on the map")
def map_search(
    request: Request, q: Words, k: Hits = 100, similarity: Similarity = None, where: Filters = None
) -> Success[MapHitsShape]:
    """Return the points of the hits of a search, best first, also of documents that the map leaves out."""
    answer = answerer(request)
    index = answer.contents.index
    answer.contents.demand_map()
    name = similarity or index.default_similarity
    hits = index.search(q, k, similarity=name, where=where)
    return answer(map_hits_shape(answer.contents, hits, q, name))


@api.get("/info", summary="The index")
def info(request: Request) -> Success[InfoShape]:
    """Say what the index holds and what it can do."""
    answer = answerer(request)
    return answer(info_shape(answer.contents, request.app.state.name))


@health.head("/healthz", include_in_schema=False)
@health.get("/healthz", summary="Health")
def healthz(request: Request) -> Success[HealthShape]:
    """Say that the server is there, to whoever watches over it."""
    answer = answerer(request)
    return answer(HealthShape(status="ok", documents=len(answer.contents.index)))


def _past_the_end(ranked: tuple[float, ...], skip: int) -> str:
    return f"there are only {len(ranked):,} hits; go back to an earlier page" if len(ranked) <= skip else ""
