"""The map: what lights up, what is listed, and what is said when nothing does."""

from __future__ import annotations

from browser.waiting import until

PIXELS = "document.querySelector('canvas.map').toDataURL()"


def light(page, query):
    page.fill("#q", query)
    page.press("#q", "Enter")


def test_an_older_answer_does_not_replace_a_newer_one(visit):
    window = visit()
    page = window.go("/map")
    page.wait_for_selector(".in-view a")
    held = []

    def hold(route):
        held.append((route, route.fetch()))

    page.route(lambda address: "q=csv" in address and "/api/" in address, hold)
    light(page, "csv")
    while not held:
        page.wait_for_timeout(50)
    light(page, "random numbers")
    until(page, "document.getElementById('status').textContent.includes('light up')")
    until(page, "document.querySelector('.in-view').innerText.includes('random')")
    page.wait_for_timeout(500)
    lit = page.evaluate(PIXELS)
    for route, answer in held:
        route.fulfill(response=answer)
    page.wait_for_timeout(500)
    assert page.evaluate(PIXELS) == lit


def test_a_query_that_finds_nothing_says_so_and_leaves_the_map(visit):
    page = visit().go("/map")
    page.wait_for_selector(".in-view a")
    before = page.evaluate(PIXELS)
    light(page, "xyzzyq")
    page.wait_for_selector("text=No document has any of the words")
    assert page.evaluate(PIXELS) == before
    light(page, "random")
    page.wait_for_selector("text=No document has any of the words", state="detached")


def test_a_search_that_fails_says_so(visit):
    window = visit()
    page = window.go("/map")
    page.route(lambda address: "q=csv" in address and "/api/" in address, lambda route: route.abort())
    light(page, "csv")
    page.wait_for_selector("[role=alert]")
    assert "The server does not answer" in page.inner_text("[role=alert]")
    light(page, "random")
    page.wait_for_selector("[role=alert]", state="detached")
    window.problems[:] = [each for each in window.problems if "Failed to load resource" not in each]
