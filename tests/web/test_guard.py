"""Who may ask: hosts, keys and origins; and what a browser is told with every answer."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from ilk.errors import ParameterError
from ilk.web.app import create_app
from ilk.web.settings import WebSettings

KEY = "a-key-of-some-length"


@pytest.fixture(scope="module")
def open_client(index_folder):
    with TestClient(create_app(WebSettings(index_folder)), base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture(scope="module")
def keyed(index_folder):
    settings = WebSettings(index_folder, host="0.0.0.0", api_key=KEY, origins=("https://notes.example",))
    with TestClient(create_app(settings), base_url="http://ilk.example") as client:
        yield client


@pytest.mark.parametrize("address", ["/", "/healthz", "/api/info", "/api/documents/none", "/nothing"])
def test_every_answer_has_the_security_headers(open_client, address):
    headers = open_client.get(address).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers


def test_the_page_is_asked_for_anew_and_answers_are_not_kept(open_client):
    for address in ("/", "/docs", "/static/main.js", "/static/style.css"):
        first = open_client.get(address)
        assert first.headers["cache-control"] == "no-cache"
        again = open_client.get(address, headers={"if-none-match": first.headers["etag"]})
        assert again.headers["cache-control"] == "no-cache"
    assert again.status_code == 304
    assert open_client.get("/api/info").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:9", "LOCALHOST:80"])
def test_a_local_server_answers_to_names_of_this_machine(open_client, host):
    assert open_client.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", ""])
def test_a_local_server_refuses_other_names(open_client, host):
    answer = open_client.get("/api/info", headers={"host": host})
    assert answer.status_code == 421
    assert answer.json()["error"]["kind"] == "forbidden"


@pytest.mark.parametrize("host", ["127.0.0.2", "::1"])
def test_a_local_server_answers_to_the_address_that_it_announces(index_folder, host):
    address = f"[{host}]:8000" if ":" in host else f"{host}:8000"
    with TestClient(create_app(WebSettings(index_folder, host=host))) as client:
        assert client.get("/api/info", headers={"host": address}).status_code == 200
        assert client.get("/api/info", headers={"host": "127.0.0.3:8000"}).status_code == 421


def test_a_key_opens_a_local_server_under_the_name_of_a_proxy(index_folder):
    with TestClient(create_app(WebSettings(index_folder, api_key=KEY))) as client:
        host = {"host": "notes.example.org"}
        assert client.get("/api/info", headers=host).status_code == 401
        opened = client.get("/api/info", headers={**host, "authorization": f"Bearer {KEY}"})
        assert opened.status_code == 200


@pytest.mark.parametrize(
    "header", [None, "Bearer wrong", KEY, KEY + "x", f"Basic {KEY}", "Bearer ", "Bearer ключ".encode()]
)
def test_without_the_key_the_documents_stay_closed(keyed, header):
    answer = keyed.get("/api/info", headers={} if header is None else {"authorization": header})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "wants an API key" in answer.json()["error"]["message"]


def test_with_the_key_they_open(keyed):
    assert keyed.get("/api/info", headers={"authorization": f"Bearer {KEY}"}).status_code == 200
    assert keyed.get("/api/info", headers={"authorization": f"bearer {KEY}"}).status_code == 200
    assert keyed.get("/healthz").status_code == 200


def test_only_the_origins_that_were_named_may_ask(keyed):
    asked = {"authorization": f"Bearer {KEY}"}
    allowed = keyed.get("/api/info", headers={**asked, "origin": "https://notes.example"})
    assert allowed.headers["access-control-allow-origin"] == "https://notes.example"
    other = keyed.get("/api/info", headers={**asked, "origin": "https://other.example"})
    assert "access-control-allow-origin" not in other.headers
    preflight = keyed.options(
        "/api/info",
        headers={
            "origin": "https://notes.example",
            "access-control-request-method": "GET",
            "access-control-request-headers": "authorization",
        },
    )
    assert preflight.status_code == 200
    assert "default-src 'none'" in preflight.headers["content-security-policy"]


def test_a_page_of_another_host_may_read_that_its_key_is_wrong(keyed):
    headers = {"authorization": "Bearer wrong", "origin": "https://notes.example"}
    refused = keyed.get("/api/info", headers=headers)
    assert refused.status_code == 401
    assert refused.headers["access-control-allow-origin"] == "https://notes.example"


@pytest.mark.parametrize(
    "key", ["ключ-от-этого-сервера", "a-key-with-a-€-inside", " a-key-of-some-length", KEY + "\n"]
)
def test_a_key_that_clients_would_send_differently_is_refused(tmp_path, key):
    with pytest.raises(ParameterError, match="ASCII letters, digits and signs"):
        WebSettings(tmp_path, api_key=key)


def test_another_host_needs_a_key_or_a_clear_word(tmp_path):
    with pytest.raises(ParameterError, match=r"give an API key .* or --no-auth"):
        WebSettings(tmp_path, host="0.0.0.0")
    with pytest.raises(ParameterError, match="give an API key"):
        WebSettings(tmp_path, host="ilk.example")
    with pytest.raises(ParameterError, match="at least 16 characters"):
        WebSettings(tmp_path, api_key="short")
    with pytest.raises(ParameterError, match="--no-auth lets everybody in; leave out one"):
        WebSettings(tmp_path, api_key=KEY, open_to_all=True)
    with pytest.raises(ParameterError, match=r"the origin \* would let any page"):
        WebSettings(tmp_path, origins=("*",))
    assert WebSettings(tmp_path, host="0.0.0.0", open_to_all=True).api_key is None
    assert WebSettings(tmp_path, host="::1").is_local
