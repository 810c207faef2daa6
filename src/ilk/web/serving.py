"""Running the server: start, say where it is, and end cleanly when told to."""

from __future__ import annotations

from collections.abc import Callable

import uvicorn

from ilk.web.app import create_app
from ilk.web.settings import WebSettings

PATIENCE = 5
"""Seconds that requests under way are given when the server is told to stop."""


def serve(settings: WebSettings, *, announce: Callable[[str], None], log_level: str = "warning") -> None:
    """Serve until SIGINT or SIGTERM; `announce` is told the address once somebody can go there."""
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level=log_level,
        access_log=log_level == "info",
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )
    _Server(config, announce).run()


class _Server(uvicorn.Server):
    """A server that tells its address when it listens: the port 0 stands for any that is free."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[str], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        for server in self.servers:
            for socket in server.sockets:
                host, port = socket.getsockname()[:2]
                self._announce(f"http://{f'[{host}]' if ':' in host else host}:{port}")
