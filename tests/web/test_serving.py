"""The sockets that the server listens on."""

from __future__ import annotations

import socket

from ilk.web.serving import listening_sockets


def test_an_accepted_connection_sends_the_parts_of_an_answer_at_once():
    (listening,) = listening_sockets("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
