"""An index that is replaced on the disk is taken over while requests go on."""

from __future__ import annotations

import shutil
import threading

from fastapi.testclient import TestClient

import ilk
from ilk.records import Document
from ilk.web.app import create_app
from ilk.web.live_index import LiveIndex
from ilk.web.settings import WebSettings


def build(folder, n_docs):
    texts = [Document(f"d{n}", f"apple pear number{n}") for n in range(n_docs)]
    ilk.Index.build(texts, path=folder, language="none", effort="quick")


def test_a_newer_index_takes_over_and_a_damaged_one_does_not(tmp_path):
    folder = tmp_path / "live.ilk"
    build(folder, 3)
    live = LiveIndex(folder)
    before = live.current
    assert live.refresh() is False
    build(folder, 5)
    assert live.refresh() is True
    assert len(live.current.index) == 5
    assert len(before.index.search("apple")) == 3, "a request under way keeps the index that it began with"
    shutil.rmtree(folder)
    assert live.refresh() is False
    assert len(live.current.index) == 5


def test_no_request_fails_while_the_index_is_replaced(tmp_path):
    folder = tmp_path / "live.ilk"
    build(folder, 3)
    app = create_app(WebSettings(folder))
    app.state.live._interval = 0.01
    statuses, sizes, done = [], set(), threading.Event()

    with TestClient(app, base_url="http://localhost") as client:

        def ask():
            while not done.is_set():
                answer = client.get("/api/search", params={"q": "apple", "k": 20})
                statuses.append(answer.status_code)
                sizes.add(len(answer.json()["data"]["hits"]))

        asking = [threading.Thread(target=ask) for _ in range(3)]
        for thread in asking:
            thread.start()
        for n_docs in (4, 5, 6, 7):
            build(folder, n_docs)
            for _ in range(500):
                if len(app.state.live.current.index) == n_docs:
                    break
                done.wait(0.01)
            done.wait(0.05)
        done.set()
        for thread in asking:
            thread.join()
    assert set(statuses) == {200}
    assert 7 in sizes
    assert len(sizes) >= 2
