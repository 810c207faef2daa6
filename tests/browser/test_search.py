"""Searching: what stays as it was while one types, opens, closes and comes back."""

from __future__ import annotations

from urllib.parse import parse_qs, urlparse

from browser.waiting import until

FILTERED = "/?q=a+date+or+a+string&similarity=bm25&where=module%3Ddatetime&where=kind%21%3Dnothing&page=2"


def asked_for(page):
    return parse_qs(urlparse(page.url).query)


def test_back_to_the_hits_keeps_filters_and_page(visit):
    page = visit().go(FILTERED)
    before, place = page.inner_text(".hits"), asked_for(page)
    page.click(".hit h2 a >> nth=2")
    page.click("text=back to the hits")
    page.wait_for_selector(".hits")
    assert asked_for(page) == place
    assert page.inner_text(".hits") == before


def test_clearing_the_box_during_a_search_leaves_nothing_busy(visit):
    page = visit().go("/?q=csv")
    page.route("**/api/search**", lambda _: None)
    page.fill("#q", "csv file")
    until(page, "document.querySelector('.results').getAttribute('aria-busy') === 'true'")
    page.fill("#q", "")
    page.wait_for_selector(".empty")
    assert page.get_attribute(".results", "aria-busy") is None


def test_a_panel_that_failed_asks_again(visit):
    window = visit()
    page = window.go("/?q=read+a+csv+file")
    page.route("**/api/explain**", lambda route: route.abort())
    page.click(".why-button >> nth=0")
    page.wait_for_selector(".why-place [role=alert]")
    page.click(".why-button >> nth=0")
    page.unroute("**/api/explain**")
    page.click(".why-button >> nth=0")
    page.wait_for_selector(".parts")
    assert page.locator(".why-place [role=alert]").count() == 0
    window.problems[:] = [each for each in window.problems if "Failed to load resource" not in each]


def test_quick_clicks_open_one_panel(visit):
    page = visit().go("/?q=read+a+csv+file")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "explain" in request.url else None)
    page.click(".why-button >> nth=0", click_count=3)
    page.wait_for_selector(".parts")
    page.wait_for_load_state("networkidle")
    assert page.locator(".why").count() == 1
    assert len(asked) == 1
