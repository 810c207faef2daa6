"""A server behind a key: what the page asks for, keeps and says."""

from __future__ import annotations

import pytest

KEY = "the right key, with signs"
STORED = "sessionStorage.getItem('ilk-api-key')"


@pytest.fixture
def guarded(visit):
    """Return a window onto a server that wants a key; what it refuses is no problem of the page."""
    window = visit()

    def guard(route):
        if route.request.headers.get("authorization") == f"Bearer {KEY}":
            route.continue_()
        else:
            route.fulfill(status=401, json={"error": {"kind": "unauthorised", "message": "give a key"}})

    window.page.route("**/api/**", guard)
    yield window
    window.forgive_refusals()


def give(page, key):
    page.fill("#key", key)
    page.press("#key", "Enter")


def test_a_key_is_kept_once_it_has_worked(guarded):
    page = guarded.go("/?q=csv")
    give(page, f" {KEY} ")
    page.wait_for_selector(".hit")
    assert page.evaluate(STORED) == KEY
    page.reload()
    page.wait_for_selector(".hit")
    assert page.locator("dialog").count() == 0


def test_a_wrong_key_is_called_wrong_and_not_kept(guarded):
    page = guarded.go("/?q=csv")
    assert page.inner_text(".complaint") == ""
    give(page, "a key that is wrong")
    page.wait_for_selector("text=That key is wrong")
    assert page.evaluate(STORED) is None
    give(page, KEY)
    page.wait_for_selector(".hit")


def test_a_key_that_no_header_can_hold_is_refused_at_once(guarded):
    page = guarded.go("/?q=csv")
    give(page, "a key with a € in it")
    assert "ASCII" in page.inner_text(".complaint")
    assert page.evaluate(STORED) is None
    give(page, KEY)
    page.wait_for_selector(".hit")


def test_a_stored_key_that_no_header_can_hold_is_forgotten(guarded):
    page = guarded.page
    page.add_init_script("sessionStorage.setItem('ilk-api-key', 'a key with a € in it')")
    guarded.go("/?q=csv")
    give(page, KEY)
    page.wait_for_selector(".hit")
    assert page.evaluate(STORED) == KEY


def test_closing_the_dialog_says_what_is_missing(guarded):
    page = guarded.go("/?q=csv")
    page.focus("#key")
    page.keyboard.press("Escape")
    page.wait_for_selector("main [role=alert]")
    assert "This server wants an API key" in page.inner_text("main [role=alert]")


def test_the_api_page_asks_for_the_key_too(guarded):
    page = guarded.go("/docs")
    page.click("[aria-labelledby=info-title] button")
    give(page, KEY)
    page.wait_for_selector("[aria-labelledby=info-title] .body:has-text('documents')")
    assert page.inner_text("[aria-labelledby=info-title] .body >> nth=0").startswith("200 /api/info")


def test_the_api_page_says_when_the_server_does_not_answer(visit):
    window = visit()
    page = window.go("/docs")
    page.route("**/api/info**", lambda route: route.abort())
    page.click("[aria-labelledby=info-title] button")
    page.wait_for_selector("text=The server does not answer")
    assert page.locator("[aria-labelledby=info-title] >> text=The server does not answer").is_visible()
    window.forgive_refusals()
