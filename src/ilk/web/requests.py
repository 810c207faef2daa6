"""What the routes share: parameters with their bounds, and the index that a request is answered by."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Path, Query, Request, Response

from ilk._version import __version__
from ilk.web.contents import Contents
from ilk.web.shapes import Meta, Success

T = TypeVar("T")
LONGEST_QUERY = 2_000

Words = Annotated[str, Query(max_length=LONGEST_QUERY, description="What to look for, in words.")]
DocumentId = Annotated[str, Query(max_length=LONGEST_QUERY, description="The id of a document.")]
IdInPath = Annotated[str, Path(max_length=LONGEST_QUERY, description="The id of a document.")]
Similarity = Annotated[
    str | None,
    Query(max_length=200, description="What ranks, such as bm25 or ilk; the index's default if left out."),
]
Hits = Annotated[int, Query(ge=1, le=100, description="How many hits.")]
Filters = Annotated[
    list[str] | None,
    Query(max_length=10, description="Conditions on metadata, such as year>=1990; all must hold."),
]


@dataclass(frozen=True, slots=True)
class Answerer:
    """The index as it is when a request comes in, and when that was."""

    contents: Contents
    started: float

    def __call__(self, data: T) -> Success[T]:
        """Put an answer into its envelope."""
        return Success(data=data, meta=self._meta)

    def written(self, data: bytes) -> Response:
        """Put data that is JSON already into its envelope."""
        meta = self._meta.model_dump_json().encode()
        return Response(b'{"data":%b,"meta":%b}' % (data, meta), media_type="application/json")

    @property
    def _meta(self) -> Meta:
        """Say with what the answer was made, and how long it took."""
        milliseconds = round(1000 * (time.perf_counter() - self.started), 3)
        return Meta(ilk=__version__, generation=self.contents.generation, milliseconds=milliseconds)


def answerer(request: Request) -> Answerer:
    """Take the current index, once for the whole request."""
    return Answerer(request.app.state.live.current, time.perf_counter())
