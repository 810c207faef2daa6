"""The sockets that the server listens on, and what it compiles once it does."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import uvicorn
from anyio import to_thread

import ilk
from ilk.records import Document
from ilk.similarities import MODELS_NEEDED
from ilk.threads import thread_count
from ilk.web import compiling
from ilk.web.app import AT_ONCE
from ilk.web.serving import _Server, listening_sockets


def test_an_accepted_connection_sends_the_parts_of_an_answer_at_once():
    (listening,) = listening_sockets("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_what_others_than_the_default_need_is_compiled_by_another_process(index_folder, tmp_path):
    index = ilk.Index.open(index_folder)
    assert index.default_similarity == "ilk"
    started = compiling.start(index, index_folder)
    assert started.args[-3:] == ["bm25", "plsi-kl", "plsi-h"]
    assert started.wait(timeout=300) == 0
    quick = ilk.Index.build([Document("a", "red apples")], language="none", effort="quick")
    assert compiling.start(quick, tmp_path) is None, "the default is warm, and there is nothing else"
    assert set(compiling.FAMILIES) <= set(MODELS_NEEDED)


def test_that_process_begins_after_the_announcement_and_ends_with_the_server():
    told, begun = [], []

    def compile_the_rest():
        told.append("compiling")
        begun.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]))
        asyncio.get_running_loop().call_later(0.05, lambda: setattr(server, "should_exit", True))
        return begun[0]

    async def app(scope, receive, send):
        raise AssertionError("nobody asks")

    config = uvicorn.Config(app, lifespan="off", log_config=None)
    server = _Server(config, told.append, compile_the_rest)
    # in a thread: the tests of the page leave a running loop in the main one
    with ThreadPoolExecutor(1) as pool:
        pool.submit(server.run, listening_sockets("127.0.0.1", 0)).result(timeout=60)
    assert [told[0][:17], *told[1:]] == ["http://127.0.0.1:", "compiling"]
    assert begun[0].poll() not in (None, 0)


def test_requests_beyond_a_few_a_core_wait_in_order(client):
    at_once = client.portal.call(lambda: to_thread.current_default_thread_limiter().total_tokens)
    assert at_once == AT_ONCE * thread_count(None)
