"""Every route: what it answers, and from which bounds on it does."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from small_index import WORDS
from web.asking import QUERY, data

import ilk
from ilk.web.answers import strengths
from ilk.web.app import create_app
from ilk.web.settings import WebSettings


def test_a_search_gives_the_hits_of_the_index(client, index):
    found = data(client, "/api/search", q=QUERY, k=5)
    expected = index.search(QUERY, 5)
    assert [hit["id"] for hit in found["hits"]] == [hit.id for hit in expected]
    assert [hit["similarity"] for hit in found["hits"]] == [hit.similarity for hit in expected]
    assert [hit["rank"] for hit in found["hits"]] == [1, 2, 3, 4, 5]
    assert found["hits"][0]["strength"] == 1
    assert found["similarity"] == "ilk"
    assert found["more"] is True
    assert found["hits"][0]["metadata"]["theme"] == "t0"
    for hit in found["hits"]:
        assert all(hit["snippet"][a:b] in WORDS for a, b in [*hit["marks"], *hit["related"]])


def test_words_of_titles_are_marked_in_hits_and_in_explanations(tmp_path):
    folder = tmp_path / "titled.ilk"
    texts = [
        ilk.Document("a", "It flew over the lake.", "A zeppelin of 1900"),
        ilk.Document("b", "A boat on the lake.", "Boats and a zeppelin"),
    ]
    ilk.Index.build(texts, path=folder, language="english", effort="quick")
    with TestClient(create_app(WebSettings(folder)), base_url="http://localhost") as client:
        hits = data(client, "/api/search", q="zeppelin", similarity="bm25")["hits"]
        why = data(client, "/api/explain", id="b", other="a", similarity="bm25")
    for hit in hits:
        assert [hit["title"][start:end] for start, end in hit["title_marks"]] == ["zeppelin"]
        assert hit["marks"] == []
    for text in (why["left"], why["right"]):
        assert [text["title"][start:end] for start, end, _ in text["title_spans"]] == ["zeppelin"]
        assert [text["text"][start:end] for start, end, _ in text["spans"]] == ["lake"]
        assert [term for *_, term in text["title_spans"]] == ["zeppelin"]


def test_pages_continue_each_other(client):
    whole = data(client, "/api/search", q=QUERY, k=30)
    pages = [data(client, "/api/search", q=QUERY, k=10, page=page) for page in (1, 2, 3)]
    joined = [hit for page in pages for hit in page["hits"]]
    assert joined == whole["hits"]


def test_bars_keep_their_scale_from_page_to_page():
    similarities = [10.0 - rank for rank in range(120)]
    whole = strengths(similarities)
    assert whole[0] == 1
    assert whole[49] == whole[119] == 0
    for n_ranked in (50, 61, 71):
        assert strengths(similarities[:n_ranked]) == whole[:n_ranked]
    assert strengths([3.0, 1.5, -1.0]) == [1, 0.625, 0]
    assert strengths([3.0, 1.5]) == [1, 0.5]


def test_a_page_past_the_end_says_so(client):
    found = data(client, "/api/search", q=QUERY, k=50, page=4)
    assert found["hits"] == []
    assert found["more"] is False
    assert "go back to an earlier page" in found["note"]


def test_filters_and_similarities_are_those_of_the_index(client):
    found = data(client, "/api/search", q=QUERY, where=["theme=t1", "year>=1994"], similarity="bm25", k=40)
    assert found["hits"]
    for hit in found["hits"]:
        assert hit["metadata"]["theme"] == "t1"
        assert hit["metadata"]["year"] >= 1994


def test_no_hits_come_with_what_to_do(client):
    assert data(client, "/api/search", q=" ")["note"] == "the query is empty; give it at least one word"
    assert "no document has any of the words" in data(client, "/api/search", q="xyzzy")["note"]


def test_similar_documents_leave_out_the_document(client, index):
    found = data(client, "/api/similar/d3", k=4)
    assert [hit["id"] for hit in found["hits"]] == [hit.id for hit in index.similar("d3", 4)]


@pytest.mark.parametrize("id_", [".", "..", "two\nlines", "a/b?c#d", "100%"])
def test_every_id_can_be_asked_for(tmp_path, id_):
    folder = tmp_path / "odd.ilk"
    texts = [ilk.Document(id_, "apple pear"), ilk.Document("other", "apple plum")]
    ilk.Index.build(texts, path=folder, language="none", effort="quick")
    with TestClient(create_app(WebSettings(folder)), base_url="http://localhost") as client:
        assert data(client, "/api/documents", id=id_)["text"] == "apple pear"
        assert [hit["id"] for hit in data(client, "/api/similar", id=id_)["hits"]] == ["other"]


def test_an_id_in_the_path_is_the_same_as_one_in_the_query(client):
    assert data(client, "/api/documents", id="d3") == data(client, "/api/documents/d3")
    by_query = data(client, "/api/similar", id="d3", k=3, similarity="bm25", where="theme=t3")
    assert by_query == data(client, "/api/similar/d3", k=3, similarity="bm25", where="theme=t3")
    assert len(by_query["hits"]) == 3


@pytest.mark.parametrize("similarity", ["ilk", "bm25", "plsi-h", "plsi-kl"])
@pytest.mark.parametrize("against", [{"q": QUERY}, {"other": "d4"}])
def test_the_parts_of_an_explanation_add_up(client, index, similarity, against):
    found = data(client, "/api/explain", id="d0", similarity=similarity, **against)
    total = sum(part["amount"] for part in found["parts"]) + found["rest"]
    assert total == pytest.approx(found["total"], rel=1e-9)
    for text in (found["left"], found["right"]):
        assert all(text["text"][a:b].lower().startswith(term[:3]) for a, b, term in text["spans"])
    assert found["right"]["id"] == "d0"
    assert found["left"]["id"] == against.get("other")
    assert all(part["topic_name"] for part in found["parts"] if part["topic"] is not None)


def test_a_document_has_text_metadata_and_topics(client, index):
    found = data(client, "/api/documents/d0")
    assert found["text"] == index.document("d0").text
    assert found["metadata"] == {"theme": "t0", "year": 1990}
    assert [topic["share"] for topic in found["topics"]] == sorted(
        (topic["share"] for topic in found["topics"]), reverse=True
    )
    assert all(topic["name"] for topic in found["topics"])


def test_info_tells_what_there_is(client, index):
    found = data(client, "/api/info")
    assert found["name"] == "small"
    assert found["documents"] == len(index)
    assert found["default_similarity"] == "ilk"
    assert "bm25" in found["similarities"]
    assert found["has_topics"] is found["has_map"] is True
    fields = {field["name"]: field["choices"] for field in found["fields"]}
    assert fields["theme"][0] == ["t0", 11]


def test_health_needs_nothing(client):
    assert data(client, "/healthz")["status"] == "ok"


@pytest.mark.parametrize("address", ["/", "/map", "/docs", "/healthz", "/static/main.js"])
def test_whoever_asks_for_the_head_alone_gets_it(client, address):
    assert client.head(address).status_code == client.get(address).status_code == 200


def test_openapi_describes_every_route_and_names_no_other_host(client):
    described = client.get("/openapi.json").json()
    assert set(described["paths"]) == {
        "/api/search",
        "/api/similar",
        "/api/similar/{id}",
        "/api/explain",
        "/api/documents",
        "/api/documents/{id}",
        "/api/topics",
        "/api/topics/{n}",
        "/api/map",
        "/api/map/search",
        "/api/info",
        "/healthz",
    }
    for path in described["paths"].values():
        assert path["get"]["summary"]
        assert "200" in path["get"]["responses"]
