"""Running the server: start, say where it is, and end cleanly when told to."""

from __future__ import annotations

import copy
import os
import socket
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from ilk.errors import ParameterError
from ilk.storage.manifest import read_manifest
from ilk.web import compiling
from ilk.web.app import create_app
from ilk.web.settings import WebSettings

PATIENCE = 5
"""Seconds that requests under way are given when the server is told to stop."""


def serve(
    settings: WebSettings,
    *,
    opening: Callable[[], None],
    announce: Callable[[str], None],
    log_level: str = "warning",
) -> None:
    """Serve until SIGINT or SIGTERM.

    `opening` is called before what may take a while, `announce` with the address once somebody can go there.
    """
    # what can be refused is refused at once
    read_manifest(settings.index)
    with ExitStack() as closing:
        sockets = [closing.enter_context(each) for each in listening_sockets(settings.host, settings.port)]
        opening()
        app = create_app(settings)
        config = uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            log_config=log_config(log_level),
            log_level=log_level,
            access_log=log_level == "info",
            server_header=False,
            timeout_graceful_shutdown=PATIENCE,
        )
        compile_the_rest = partial(compiling.start, app.state.live.current.index, settings.index)
        _Server(config, announce, compile_the_rest).run(sockets)


def log_config(log_level: str) -> dict[str, object]:
    """Return how uvicorn logs, and ilk with it."""
    config: dict[str, object] = copy.deepcopy(LOGGING_CONFIG)
    ours = {"handlers": ["default"], "level": log_level.upper(), "propagate": False}
    return {**config, "loggers": {**LOGGING_CONFIG["loggers"], "ilk.web": ours}}


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
    """A server that tells its address when it listens, as the port 0 stands for any, and compiles then."""

    def __init__(
        self,
        config: uvicorn.Config,
        announce: Callable[[str], None],
        compile_the_rest: Callable[[], subprocess.Popen[bytes] | None],
    ) -> None:
        super().__init__(config)
        self._announce, self._compile_the_rest = announce, compile_the_rest
        self._compiling: subprocess.Popen[bytes] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                host, port = listening.getsockname()[:2]
                self._announce(f"http://{f'[{host}]' if ':' in host else host}:{port}")

    async def main_loop(self) -> None:
        self._compiling = self._compile_the_rest()
        await super().main_loop()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._compiling is not None:
            self._compiling.terminate()
            self._compiling.wait()
        await super().shutdown(sockets)
