"""Back and forward: an entry for each search, and the place on the page where one was."""

from __future__ import annotations

from urllib.parse import parse_qs, urlparse

from browser.waiting import until


def query_of(page):
    return parse_qs(urlparse(page.url).query).get("q", [""])[0]


def until_query(page, query):
    until(page, "query => (new URLSearchParams(location.search).get('q') ?? '') === query", query)


def test_enter_adds_no_second_entry_for_what_was_typed(visit):
    page = visit().go("/topics")
    page.click("nav >> text=Search")
    page.wait_for_selector("#q")
    page.type("#q", "csv")
    until_query(page, "csv")
    before = page.evaluate("history.length")
    page.press("#q", "Enter")
    page.wait_for_selector(".hit")
    assert page.evaluate("history.length") == before
    page.go_back()
    page.wait_for_selector(".topics")


def test_back_leads_to_the_search_before(visit):
    page = visit().go("/?q=csv")
    page.fill("#q", "random")
    until_query(page, "random")
    page.fill("#q", "random number")
    until_query(page, "random number")
    page.go_back()
    until(page, "document.querySelector('#q').value === 'csv'")
    assert query_of(page) == "csv"


def test_back_from_a_document_leads_to_the_hit(visit):
    page = visit(1000, 600).go("/?q=read+a+csv+file")
    link = page.locator(".hit h2 a").nth(8)
    name = link.inner_text()
    link.scroll_into_view_if_needed()
    page.wait_for_timeout(100)
    before = page.evaluate("scrollY")
    assert before > 300
    link.click()
    page.wait_for_selector("article.document")
    until(page, "scrollY === 0")
    page.go_back()
    page.wait_for_selector(".hit")
    until(page, "before => Math.abs(scrollY - before) < 2", before)
    assert page.evaluate("document.activeElement.textContent") == name
    page.reload()
    page.wait_for_selector(".hit")
    until(page, "before => Math.abs(scrollY - before) < 2", before)


def test_a_new_view_begins_at_its_top(visit):
    page = visit(1000, 600).go("/?q=read+a+csv+file")
    page.mouse.wheel(0, 500)
    until(page, "scrollY > 300")
    page.click("nav >> text=Topics")
    page.wait_for_selector(".topics")
    until(page, "scrollY === 0")
    assert page.evaluate("scrollY") == 0
