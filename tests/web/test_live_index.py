"""An index that is replaced on the disk is taken over while requests go on."""

from __future__ import annotations

import logging
import shutil
import sqlite3
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


def damage(folder):
    """Overwrite where the texts of an index begin, so that it opens and cannot be read."""
    (file,) = folder.glob("*/documents.sqlite")
    connection = sqlite3.connect(file)
    ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'texts'")
    ((size,),) = connection.execute("PRAGMA page_size")
    connection.close()
    with file.open("r+b") as content:
        content.seek((page - 1) * size)
        content.write(b"\xff" * size)


def test_an_index_that_opens_and_cannot_be_read_is_complained_about_once(tmp_path, caplog):
    folder = tmp_path / "live.ilk"
    build(folder, 3)
    live = LiveIndex(folder)
    build(folder, 4)
    damage(folder)
    assert [live.refresh(), live.refresh()] == [False, False]
    assert len(live.current.index) == 3
    (complaint,) = caplog.messages
    assert "the documents of this index cannot be read" in complaint
    caplog.clear()
    build(folder, 5)
    with caplog.at_level(logging.INFO, logger="ilk.web"):
        assert live.refresh() is True
    assert caplog.messages == ["took over a newer index; documents: 5"]
    caplog.clear()
    build(folder, 6)
    damage(folder)
    assert live.refresh() is False
    assert len(caplog.messages) == 1, "what was mended and broke again is said again"


def test_an_accident_does_not_end_the_watch(tmp_path, monkeypatch, caplog):
    folder = tmp_path / "live.ilk"
    build(folder, 3)
    live = LiveIndex(folder, interval=0.01)
    looked = threading.Semaphore(0)
    opened = live._opened

    def breaks():
        looked.release()
        raise RuntimeError("nobody thought of this")

    monkeypatch.setattr(live, "_opened", breaks)
    live.start()
    try:
        build(folder, 4)
        assert looked.acquire(timeout=10)
        assert looked.acquire(timeout=10)
        monkeypatch.setattr(live, "_opened", opened)
        taken_over = threading.Event()
        for _ in range(1000):
            if len(live.current.index) == 4:
                break
            taken_over.wait(0.01)
        assert len(live.current.index) == 4
    finally:
        live.stop()
    assert "nobody thought of this" in caplog.text
    assert "Traceback" in caplog.text


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


def test_an_index_of_documents_without_words_is_served(tmp_path):
    folder = tmp_path / "signs.ilk"
    ilk.Index.build([Document("a", "…"), Document("b", "!")], path=folder, language="none", effort="quick")
    with TestClient(create_app(WebSettings(folder)), base_url="http://localhost") as client:
        assert client.get("/api/info").json()["data"]["documents"] == 2
        assert client.get("/api/search", params={"q": "word"}).json()["data"]["hits"] == []
