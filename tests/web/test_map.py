"""Topics and the map."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from web.asking import QUERY, data

import ilk
from ilk.web import contents
from ilk.web.app import create_app
from ilk.web.settings import WebSettings
from ilk.web.shapes import MapShape


def test_topics_come_by_share_and_with_documents(client, index):
    listed = data(client, "/api/topics")
    assert [topic["number"] for topic in listed] == [topic.number for topic in index.topics()]
    one = data(client, f"/api/topics/{listed[0]['number']}")
    assert one["name"] == listed[0]["name"]
    assert one["documents"]
    assert {"id", "title", "share"} == set(one["documents"][0])


def test_the_map_has_a_point_a_document(client, index):
    found = data(client, "/api/map")
    assert len(found["x"]) == len(found["y"]) == len(found["topic"]) == len(found["id"]) == len(index)
    assert found["id"] == index.documents.ids()
    assert MapShape.model_validate(found).n_documents == len(index)


def test_the_map_is_written_once(client, monkeypatch):
    first = data(client, "/api/map")
    monkeypatch.setattr(MapShape, "model_dump_json", lambda _: pytest.fail("the map was written again"))
    assert data(client, "/api/map") == first


def test_a_search_on_the_map_gives_the_points_of_the_hits_also_outside_of_the_sample(
    index_folder, monkeypatch
):
    whole = create_app(WebSettings(index_folder))
    with TestClient(whole, base_url="http://localhost") as client:
        every = data(client, "/api/map")
    monkeypatch.setattr(contents, "MOST_POINTS", 7)
    with TestClient(create_app(WebSettings(index_folder)), base_url="http://localhost") as client:
        assert len(data(client, "/api/map")["id"]) <= 7
        found = data(client, "/api/map/search", q=QUERY, k=12, where="year>=1994", similarity="bm25")
        hits = data(client, "/api/search", q=QUERY, k=12, where="year>=1994", similarity="bm25")["hits"]
        nothing = data(client, "/api/map/search", q="xyzzy")
    assert found["id"] == [hit["id"] for hit in hits]
    assert found["title"] == [hit["title"] for hit in hits]
    for column in ("x", "y", "topic"):
        by_id = dict(zip(every["id"], every[column], strict=True))
        assert found[column] == [by_id[each] for each in found["id"]]
    assert (found["query"], found["similarity"], found["note"]) == (QUERY, "bm25", "")
    assert nothing["id"] == nothing["x"] == []
    assert "no document has any of the words" in nothing["note"]


def test_info_does_not_compute_the_map(client, monkeypatch):
    monkeypatch.setattr(ilk.Index, "layout", property(lambda _: pytest.fail("the map was computed")))
    assert data(client, "/api/info")["has_map"] is True
