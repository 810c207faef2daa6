"""Every error as the one envelope that errors have, in the sentence that the command line prints too."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ilk.errors import IlkError, MissingExtra, NotFound, ParameterError, StorageError
from ilk.web.shapes import Failure, Problem

LOGGER = logging.getLogger("ilk.web")
INTERNAL = "something went wrong inside of ilk; the server's log says what"
_KINDS: tuple[tuple[type[IlkError], int, str], ...] = (
    (NotFound, 404, "not-found"),
    (ParameterError, 422, "bad-value"),
    (StorageError, 503, "unavailable"),
    (MissingExtra, 501, "missing-extra"),
    (IlkError, 422, "bad-value"),
)
_BOUNDS: Mapping[str, str] = {
    "missing": "give {name}",
    "int_parsing": "{name} must be a whole number, got {input!r}",
    "greater_than_equal": "{name} must be at least {ge}, got {input}",
    "less_than_equal": "{name} must be at most {le}, got {input}",
    "string_too_long": "{name} must have at most {max_length:,} characters",
    "string_too_short": "{name} must not be empty",
    "too_long": "{name} may be given at most {max_length} times",
}


def failure(status: int, kind: str, message: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the answer to a request that failed."""
    content = Failure(error=Problem(kind=kind, message=message)).model_dump()
    return JSONResponse(content, status, headers=None if headers is None else dict(headers))


def handle_failures(app: FastAPI) -> None:
    """Let every error of the application end in the envelope, and never in a stack trace."""
    app.add_middleware(Accidents)

    @app.exception_handler(IlkError)
    async def on_purpose(_: Request, error: IlkError) -> JSONResponse:
        status, kind = next((status, kind) for cls, status, kind in _KINDS if isinstance(error, cls))
        return failure(status, kind, str(error))

    @app.exception_handler(RequestValidationError)
    async def bad_value(_: Request, error: RequestValidationError) -> JSONResponse:
        return failure(422, "bad-value", "; ".join(map(sentence, error.errors())))

    @app.exception_handler(HTTPException)
    async def by_starlette(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 404:  # noqa: PLR2004  # not found
            return failure(
                404, "not-found", f"there is nothing at {request.url.path}; /docs lists what there is"
            )
        if error.status_code == 405:  # noqa: PLR2004  # method not allowed
            use = " or ".join(sorted((error.headers or {}).get("Allow", "GET").split(", ")))
            message = f"{request.method} is not answered at {request.url.path}; use {use}"
            return failure(405, "bad-value", message, error.headers)
        kind = "bad-value" if error.status_code < 500 else "internal"  # noqa: PLR2004  # whose fault it is
        return failure(error.status_code, kind, str(error.detail), error.headers)


class Accidents:
    """An ASGI layer that answers what nobody thought of, inside of those that add headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through; log an accident, and say that there was one, unless an answer has begun."""
        begun = False

        async def send_on(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_on)
        except Exception:
            if begun or scope["type"] != "http":
                raise
            LOGGER.exception("%s %s failed", scope["method"], scope["path"])
            await failure(500, "internal", INTERNAL)(scope, receive, send)


def sentence(error: Mapping[str, Any]) -> str:
    """Say what is wrong with a parameter."""
    name = error["loc"][-1]
    shape = _BOUNDS.get(error["type"])
    if shape is None:
        return f"{name}: {error['msg']}"
    return shape.format(name=name, input=error.get("input"), **error.get("ctx", {}))
