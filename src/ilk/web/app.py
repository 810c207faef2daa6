"""The application: the API, the page, and what guards both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from anyio import to_thread
from fastapi import FastAPI
from fastapi.responses import FileResponse
from fastapi.routing import APIRoute
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from ilk._version import __version__
from ilk.threads import thread_count
from ilk.web.failures import handle_failures
from ilk.web.guard import Guard, SecurityHeaders
from ilk.web.live_index import LiveIndex
from ilk.web.routes import api, health
from ilk.web.settings import WebSettings

PAGE = Path(__file__).parent / "page"
DESCRIPTION = (
    "Search, compare and organise a collection of documents, and see exactly why two texts are alike. "
    "Answers are {data, meta}; errors are {error: {kind, message}}."
)
COMPRESSION = 5
"""How hard gzip tries, up to 9, where a map takes several times as long and gets hardly smaller."""
AT_ONCE = 2
"""Requests a core that are worked on at once; more take turns without an order, and some wait for seconds."""
VIEWS = ("/", "/document", "/topics", "/map", "/compare", "/why")
"""Addresses of the page; what is shown is decided there, from the address."""


def create_app(settings: WebSettings) -> FastAPI:
    """Return the application that serves an index; the index is opened, and warm, when this returns."""
    live = LiveIndex(settings.index)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = AT_ONCE * thread_count(None)
        live.start()
        yield
        live.stop()

    app = FastAPI(
        title="ilk",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        generate_unique_id_function=_name_of_route,
    )
    app.state.live, app.state.name = live, settings.index.name.removesuffix(".ilk")
    app.include_router(api)
    app.include_router(health)
    _add_page(app)
    handle_failures(app)
    _add_layers(app, settings)
    return app


def _add_layers(app: FastAPI, settings: WebSettings) -> None:
    """Put the layers around the application, the innermost first."""
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=COMPRESSION)
    app.add_middleware(Guard, settings=settings)
    if settings.origins:  # outside of the guard: a page that may ask may also read that its key is wrong
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.origins),
            allow_methods=["GET"],
            allow_headers=["Authorization"],
        )
    app.add_middleware(SecurityHeaders)


def _add_page(app: FastAPI) -> None:
    """Serve the page at its addresses, the description of the API at /docs, and the files of both."""
    for address in VIEWS:
        _add_file(app, address, "index.html")
    _add_file(app, "/docs", "docs.html")
    app.mount("/static", StaticFiles(directory=PAGE), name="static")


def _add_file(app: FastAPI, address: str, name: str) -> None:
    def answer() -> FileResponse:
        return FileResponse(PAGE / name)

    app.add_api_route(address, answer, methods=["GET", "HEAD"], include_in_schema=False)


def _name_of_route(route: APIRoute) -> str:
    return route.name.strip("_")
