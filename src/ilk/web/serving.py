"""Running the server: start, say where it is, and end cleanly when told to."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable

import uvicorn

from ilk.errors import ParameterError
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
    _Server(config, announce).run(listening_sockets(settings.host, settings.port))


def listening_sockets(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen at an address, or say why there can be none; uvicorn would just log it."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        addresses = dict.fromkeys((family, address) for family, _, _, _, address in found)
        if port == 0:  # each would get a port of its own
            addresses = dict.fromkeys(list(addresses)[:1])
        return [_prompt(socket.create_server(address, family=family)) for family, address in addresses]
    except OSError as error:
        unknown = isinstance(error, socket.gaierror)
        reason = error.strerror if unknown else os.strerror(error.errno or 0)
        raise ParameterError(
            f"cannot listen at {host}, port {port} ({reason}); choose another --port or --host"
        ) from None


def _prompt(listening: socket.socket) -> socket.socket:
    """Send the parts of an answer at once: what is accepted inherits this.

    asyncio does it for sockets that name their protocol, which those of `create_server` do not. Without it
    the second part of an answer waits until the first is acknowledged, 40 ms on many systems.
    """
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


class _Server(uvicorn.Server):
    """A server that tells its address when it listens: the port 0 stands for any that is free."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[str], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        for server in self.servers:
            for listening in server.sockets:
                host, port = listening.getsockname()[:2]
                self._announce(f"http://{f'[{host}]' if ':' in host else host}:{port}")
