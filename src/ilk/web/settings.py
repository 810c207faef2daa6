"""How an index is served."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from pathlib import Path

from ilk.errors import ParameterError

LOCAL = "127.0.0.1"
SHORTEST_KEY = 16


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where and to whom an index is served.

    api_key: what a caller must present; None lets everybody in, which only a host of this machine may do
        without `open_to_all`.
    origins: pages of other hosts that may ask, which is what CORS is for; none by default.
    """

    index: Path
    host: str = LOCAL
    port: int = 8000
    api_key: str | None = None
    open_to_all: bool = False
    origins: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse to serve to a network without a key, unless that is what is asked for in as many words."""
        if self.api_key is not None and len(self.api_key) < SHORTEST_KEY:
            raise ParameterError(
                f"an API key must have at least {SHORTEST_KEY} characters; give a longer one"
            )
        if self.api_key is not None and not _fits_a_header(self.api_key):
            raise ParameterError(
                "an API key must be of ASCII letters, digits and signs, with no space at its ends; "
                "make one with: openssl rand -hex 16"
            )
        if self.api_key is not None and self.open_to_all:
            raise ParameterError(
                "an API key is set (ILK_API_KEY or --api-key), and --no-auth lets everybody in; leave out one"
            )
        if not self.is_local and self.api_key is None and not self.open_to_all:
            raise ParameterError(
                f"serving on {self.host} lets other machines in; give an API key (ILK_API_KEY or --api-key), "
                "or --no-auth to let everybody read the documents"
            )
        if "*" in self.origins and self.api_key is None:
            raise ParameterError("the origin * would let any page read the documents; give an API key too")

    @property
    def is_local(self) -> bool:
        """Say whether only this machine can reach the server."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def _fits_a_header(key: str) -> bool:
    """Say whether every client sends the key in the same bytes."""
    return key.isascii() and key.isprintable() and key == key.strip()
