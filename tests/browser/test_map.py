"""The map: what lights up, what is listed, and what is said when nothing does."""

from __future__ import annotations

from browser.answers import changed, data_of
from browser.waiting import until

PIXELS = "document.querySelector('canvas.map').toDataURL()"


def light(page, query):
    page.fill("#q", query)
    page.press("#q", "Enter")


def best_of(page):
    return [hit["title"] for hit in data_of(page, "/api/search?q=regular+expression&k=15")["hits"]]


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
    window.forgive_refusals()


def test_what_lights_up_is_listed_by_rank(visit):
    page = visit().go("/map?q=regular+expression")
    until(page, "document.querySelector('.in-view').previousSibling.textContent.includes('best first')")
    assert page.eval_on_selector_all(".in-view a", "all => all.map(e => e.textContent)") == best_of(page)


def test_hits_that_the_sample_leaves_out_light_up_too(visit):
    window = visit()

    def every_other(data):
        for column in ("x", "y", "topic", "id", "title"):
            data[column] = data[column][::2]

    changed(window.page, lambda address: address.partition("?")[0].endswith("/api/map"), every_other)
    page = window.go("/map")
    assert "documents are shown, and all that a search finds" in page.inner_text("#map-help")
    page.wait_for_selector(".in-view a")
    before = page.evaluate(PIXELS)
    light(page, "regular expression")
    until(page, "document.querySelector('.in-view').previousSibling.textContent.includes('best first')")
    assert page.inner_text("#status") == "100 documents light up on the map"
    assert page.eval_on_selector_all(".in-view a", "all => all.map(e => e.textContent)") == best_of(page)
    light(page, "")
    until(page, "before => document.querySelector('canvas.map').toDataURL() === before", before)


def test_the_tip_goes_when_the_map_moves(visit):
    page = visit().go("/map")
    places = data_of(page, "/api/map")
    frame = page.locator("canvas.map").bounding_box()
    unit = min(frame["width"], frame["height"]) / 2.2
    x = frame["x"] + frame["width"] / 2 + places["x"][0] * unit
    y = frame["y"] + frame["height"] / 2 - places["y"][0] * unit
    for leave in (page.mouse.down, lambda: page.mouse.wheel(0, -100)):
        page.mouse.move(x - 1, y)
        page.mouse.move(x, y)
        page.wait_for_selector(".tip")
        leave()
        page.wait_for_selector(".tip", state="hidden")
        assert page.locator(".tip").is_hidden()
        page.mouse.move(x + 40, y + 40)
        page.mouse.up()
        page.click("[aria-label='Show everything']")


def test_a_narrow_window_can_be_scrolled_beside_the_map(visit):
    page = visit(360, 740).go("/map")
    assert page.locator("canvas.map").bounding_box()["height"] <= 740 * 0.55
