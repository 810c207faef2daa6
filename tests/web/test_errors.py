"""Errors are sentences in one envelope, and never show a trace."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from web.asking import data, error

import ilk
from ilk.web.app import create_app
from ilk.web.settings import WebSettings


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/api/topics", "this index has no topics; build it again with --models plsi"),
        ("/api/topics/1", "this index has no topics; build it again with --models plsi"),
        ("/api/map", "this index has no map; build it again with --models ilk"),
        ("/api/map/search?q=x", "this index has no map; build it again with --models ilk"),
    ],
)
def test_what_the_index_lacks_is_not_found(tmp_path, address, sentence):
    folder = tmp_path / "quick.ilk"
    ilk.Index.build([ilk.Document("a", "apple pear")], path=folder, language="none", effort="quick")
    with TestClient(create_app(WebSettings(folder)), base_url="http://localhost") as client:
        found = client.get(address)
        assert data(client, "/api/info")["has_map"] is False
    assert found.status_code == 404
    assert found.json()["error"] == {"kind": "not-found", "message": sentence}


@pytest.mark.parametrize(
    ("status", "kind", "address", "parameters", "sentence"),
    [
        (404, "not-found", "/api/documents/d999", {}, "there is no document 'd999'"),
        (404, "not-found", "/api/similar/nobody", {}, "there is no document 'nobody'"),
        (404, "not-found", "/api/explain", {"id": "nobody", "q": "x"}, "there is no document 'nobody'"),
        (404, "not-found", "/api/topics/77", {}, "there is no topic 77; they are numbered 0 to 4"),
        (404, "not-found", "/api/nothing", {}, "there is nothing at /api/nothing"),
        (422, "bad-value", "/api/search", {}, "give q"),
        (422, "bad-value", "/api/search", {"q": "x", "k": 0}, "k must be at least 1, got 0"),
        (422, "bad-value", "/api/search", {"q": "x", "k": 101}, "k must be at most 100, got 101"),
        (422, "bad-value", "/api/search", {"q": "x", "k": "many"}, "k must be a whole number, got 'many'"),
        (422, "bad-value", "/api/search", {"q": "x", "k": 100, "page": 11}, "at most 1,000, got 11 × 100"),
        (422, "bad-value", "/api/search", {"q": "x" * 2001}, "q must have at most 2,000 characters"),
        (422, "bad-value", "/api/search", {"q": "x", "similarity": "bm52"}, "did you mean 'bm25'"),
        (422, "bad-value", "/api/search", {"q": "x", "similarity": "fv"}, "build it again with --models fv"),
        (422, "bad-value", "/api/search", {"q": "x", "where": "colour=red"}, "'colour'"),
        (422, "bad-value", "/api/explain", {"id": "d0"}, "give either q, a text, or other"),
        (422, "bad-value", "/api/topics/first", {}, "n must be a whole number"),
        (405, "bad-value", "/api/search", {"method": "POST"}, "POST is not answered at /api/search; use GET"),
    ],
)
def test_errors_are_sentences(client, status, kind, address, parameters, sentence):
    if parameters.get("method") == "POST":
        found = client.post(address).json()["error"]
    else:
        found = error(client, status, address, **parameters)
    assert found["kind"] == kind
    assert sentence in found["message"]


def test_an_accident_shows_no_trace(index_folder, monkeypatch, caplog):
    def breaks(*arguments, **options):
        raise RuntimeError("secret detail")

    app = create_app(WebSettings(index_folder))
    monkeypatch.setattr(app.state.live.current.index, "search", breaks)
    with TestClient(app, base_url="http://localhost") as client:
        answer = client.get("/api/search", params={"q": "x"})
    assert answer.status_code == 500
    assert answer.json()["error"] == {
        "kind": "internal",
        "message": "something went wrong inside of ilk; the server's log says what",
    }
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "secret detail" in caplog.text
