"""What stands before every request: who may ask, by which name, and what a browser may do with the answer."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from types import MappingProxyType

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ilk.web.failures import failure
from ilk.web.settings import WebSettings

GUARDED = "/api/"
SECURITY_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
            "frame-ancestors 'none'"
        ),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    }
)
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})


class SecurityHeaders:
    """An ASGI layer that adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, and mark its answer."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                # the page's files belong together, and to this version of the API
                keeping = "no-store" if scope["path"].startswith(GUARDED) else "no-cache"
                headers.setdefault("Cache-Control", keeping)
            await send(message)

        await self._app(scope, receive, send_guarded)


class Guard:
    """An ASGI layer that checks host and key."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        """Stand before `app`."""
        self._app, self._settings = app, settings
        self._names = LOCAL_NAMES | {settings.host.lower(), f"[{settings.host.lower()}]"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        refused = self._refused(scope) if scope["type"] == "http" else None
        await (refused or self._app)(scope, receive, send)

    def _refused(self, scope: Scope) -> Response | None:
        path, method, headers = scope["path"], scope["method"], Headers(scope=scope)
        # A page of somewhere else can give its own name an address of this machine and so reach a local
        # server; but its requests carry that name, and it cannot know a key.
        by_name_alone = self._settings.is_local and self._settings.api_key is None
        if by_name_alone and _name(headers.get("host", "").lower()) not in self._names:
            return failure(
                421,
                "forbidden",
                "this server has no key and answers to names of this machine alone; see ilk serve --help",
            )
        if not path.startswith(GUARDED) or method == "OPTIONS" or self._may_ask(headers):
            return None
        message = "this server wants an API key; send it as the header Authorization: Bearer KEY"
        return failure(401, "unauthorised", message, {"WWW-Authenticate": "Bearer"})

    def _may_ask(self, headers: Headers) -> bool:
        key = self._settings.api_key
        if key is None:
            return True
        scheme, _, given = headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), key.encode())


def _name(host: str) -> str:
    """Return a Host header without its port."""
    return host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]
