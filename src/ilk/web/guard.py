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


class Guard:
    """An ASGI layer that checks host and key, and adds the security headers to every answer."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        """Stand before `app`."""
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(GUARDED):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refused(scope["path"], scope["method"], Headers(scope=scope))
        await (refused or self._app)(scope, receive, send_guarded)

    def _refused(self, path: str, method: str, headers: Headers) -> Response | None:
        # A page of somewhere else can give its own name an address of this machine and so reach a local
        # server; but its requests carry that name.
        if self._settings.is_local and _name(headers.get("host", "").lower()) not in LOCAL_NAMES:
            return failure(421, "forbidden", "this server answers to localhost alone; see ilk serve --host")
        if not path.startswith(GUARDED) or method == "OPTIONS" or self._may_ask(headers):
            return None
        message = "this server wants an API key; send it as the header Authorization: Bearer KEY"
        return failure(401, "unauthorised", message, {"WWW-Authenticate": "Bearer"})

    def _may_ask(self, headers: Headers) -> bool:
        key = self._settings.api_key
        if key is None:
            return True
        given = headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), key.encode())


def _name(host: str) -> str:
    """Return a Host header without its port."""
    return host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]
