"""What a person does on the page, in a real browser."""

from __future__ import annotations

import re
from decimal import Decimal
from urllib.parse import parse_qs, urlparse

import pytest
from browser.waiting import until

QUERY = "parse a date from a string"
ENCODED = QUERY.replace(" ", "+")


def amounts(page, within=""):
    """Return the shown parts and the shown total, as the decimals that they are."""
    parts = page.eval_on_selector_all(f"{within} [data-amount]", "all => all.map(e => e.dataset.amount)")
    total = page.get_attribute(f"{within} [data-total]", "data-total")
    return [Decimal(part) for part in parts], Decimal(total)


def test_hits_come_as_one_types_and_the_address_holds_the_state(visit):
    window = visit()
    page = window.go("/")
    page.type("#q", "read a csv file")
    page.wait_for_selector(".hit")
    assert "csv" in page.inner_text(".hits").lower()
    assert page.locator("mark.match").count() > 0
    assert page.locator("mark.related").count() > 0
    assert parse_qs(urlparse(page.url).query)["q"] == ["read a csv file"]
    bars = page.eval_on_selector_all(".hit .bar", "all => all.map(e => e.getBoundingClientRect().width)")
    assert bars[0] > 50
    again = visit().go(page.url.removeprefix(window.address))
    assert again.inner_text(".hit h2 >> nth=0") == page.inner_text(".hit h2 >> nth=0")


def test_similarity_filters_and_pages(visit):
    page = visit().go(f"/?q={ENCODED}")
    page.select_option("#similarity", "bm25")
    until(page, "document.querySelector('.summary')?.textContent.includes('bm25')")
    assert "similarity=bm25" in page.url
    page.click("summary")
    page.select_option("#filter-field", "module")
    page.fill("#filter-value", "datetime")
    page.click(".filter-form button")
    page.wait_for_selector(".chip")
    until(
        page,
        "[...document.querySelectorAll('.hit .metadata')].every(e => e.textContent.includes('datetime'))",
    )
    first = page.inner_text(".hit h2 >> nth=0")
    page.click("text=Next →")
    until(page, "document.querySelector('.summary')?.textContent.startsWith('Hits 11')")
    assert page.inner_text(".hit h2 >> nth=0") != first
    assert "page=2" in page.url
    page.click("text=← Previous")
    until(page, "document.querySelector('.summary')?.textContent.startsWith('Hits 1 ')")
    assert page.inner_text(".hit h2 >> nth=0") == first
    page.click(".chip")
    page.wait_for_selector(".chip", state="detached")
    assert "where" not in page.url


@pytest.mark.parametrize("similarity", ["ilk", "bm25", "plsi-h", "plsi-kl"])
def test_why_shows_numbers_that_add_up(visit, similarity):
    page = visit().go(f"/?q={ENCODED}&similarity={similarity}")
    page.click(".why-button >> nth=0")
    page.wait_for_selector(".hit >> nth=0 >> .parts")
    parts, total = amounts(page)
    assert parts
    assert sum(parts) == total
    every = page.get_by_role("button", name=re.compile(r"Show (all|the \d)"))
    if every.count():
        every.click()
        more, same = amounts(page)
        assert len(more) > len(parts)
        assert sum(more) == same == total


def test_pointing_at_a_part_lights_up_its_words_in_both_texts(visit):
    page = visit().go(f"/why?q={ENCODED}&id=datetime.date.fromisoformat")
    page.hover("tr[data-term=date]")
    lit = page.eval_on_selector_all(".text", "all => all.map(e => e.querySelectorAll('mark.lit').length)")
    assert len(lit) == 2
    assert all(n > 0 for n in lit)
    page.hover(".texts mark[data-term=string] >> nth=0")
    assert page.get_attribute("tr[data-term=string]", "class") == "lit"


def test_parts_by_word_and_by_topic_are_the_same_sum(visit):
    page = visit().go(f"/why?q={ENCODED}&id=datetime.date.fromisoformat&similarity=plsi-h")
    merged = amounts(page)
    page.click("text=by word and topic")
    page.wait_for_selector("text=through")
    apart = amounts(page)
    assert merged[1] == apart[1] == sum(apart[0])


def test_a_document_has_topics_neighbours_and_a_side_by_side(visit):
    page = visit().go("/document?id=json.dumps")
    assert "Serialize" in page.inner_text(".body")
    assert page.locator(".shares li").count() > 0
    page.wait_for_selector(".neighbours .hit")
    assert "json" in page.inner_text(".neighbours").lower()
    page.fill("#other", "json.dump")
    page.click("text=Compare >> nth=-1")
    page.wait_for_selector(".texts")
    parts, total = amounts(page)
    assert sum(parts) == total
    assert page.locator(".text h2 a").count() == 2


def test_topics_lead_to_documents_and_to_the_map(visit):
    page = visit().go("/topics")
    shares = page.locator(".topics li").count()
    assert shares > 5
    page.click(".topics h2 a >> nth=0")
    page.wait_for_selector("text=Typical documents")
    assert page.locator(".shares li").count() > 0
    page.click("text=On the map")
    page.wait_for_selector("canvas.map")
    assert "topic=" in page.url


def test_the_map_can_be_searched_zoomed_and_clicked(visit):
    window = visit()
    page = window.go("/map")
    page.wait_for_selector(".in-view a")
    everything = page.inner_text(".in-view")
    page.fill("#q", "random numbers")
    page.click("text=Show >> nth=-1")
    until(page, "before => document.querySelector('.in-view').innerText !== before", everything)
    assert "random" in page.inner_text(".in-view")
    before = pixels(page)
    page.click("[aria-label='Zoom in']")
    assert pixels(page) != before
    frame = page.locator("canvas.map").bounding_box()
    page.mouse.move(frame["x"] + 200, frame["y"] + 200)
    page.mouse.wheel(0, -300)
    page.mouse.down()
    page.mouse.move(frame["x"] + 260, frame["y"] + 240)
    page.mouse.up()
    page.click("[aria-label='Show everything']")
    # a point that is drawn can be clicked, wherever it is
    places = page.evaluate("fetch('/api/map').then(a => a.json()).then(a => a.data)")
    unit = min(frame["width"], frame["height"]) / 2.2
    alone = most_alone(places["x"], places["y"])
    x = frame["width"] / 2 + places["x"][alone] * unit
    y = frame["height"] / 2 - places["y"][alone] * unit
    page.locator("canvas.map").click(position={"x": x, "y": y})
    page.wait_for_selector("article.document")
    assert parse_qs(urlparse(page.url).query)["id"] == [places["id"][alone]]


def pixels(page):
    return page.evaluate("document.querySelector('canvas.map').toDataURL()")


def most_alone(xs, ys):
    """Return the point, well inside the frame, that is farthest from its neighbour."""
    inside = [i for i in range(len(xs)) if abs(xs[i]) < 0.9 and abs(ys[i]) < 0.9]
    return max(
        inside,
        key=lambda i: min((xs[i] - xs[j]) ** 2 + (ys[i] - ys[j]) ** 2 for j in range(len(xs)) if j != i),
    )


def test_compare_shows_what_moved(visit):
    page = visit().go("/compare?q=sort+by+two+keys&left=ilk&right=bm25")
    page.wait_for_selector(".sides .hit")
    assert page.locator(".sides section").count() == 2
    assert page.locator(".moved").count() > 5
    shared = int(re.match(r"(\d+) of", page.inner_text(".summary"))[1])
    both = page.evaluate(
        "() => { const ids = [...document.querySelectorAll('.sides section')].map(s =>"
        " [...s.querySelectorAll('.hit')].map(h => h.dataset.id));"
        " return ids[0].filter(id => ids[1].includes(id)).length }"
    )
    assert shared == both
    page.select_option("#right", "tfidf")
    until(page, "document.querySelectorAll('.sides h2')[1]?.textContent.length > 0")
    assert "right=tfidf" in page.url


def test_empty_results_and_errors_say_what_to_do(visit):
    window = visit()
    page = window.go("/?q=xyzzyq")
    assert "No document has any of the words" in page.inner_text(".empty")
    assert "Try fewer or other words" in page.inner_text(".empty")
    page = window.go("/document?id=json.dumpz")
    assert "did you mean 'json.dump" in page.inner_text("[role=alert]")
    assert "search page" in page.inner_text("[role=alert]")
    page = window.go("/?q=x&similarity=bm52")
    assert "did you mean 'bm25'" in page.inner_text("[role=alert]")
    window.forgive_refusals()


VIEWS = {
    "search": f"/?q={ENCODED}",
    "why": f"/why?q={ENCODED}&id=datetime.date.fromisoformat",
    "document": "/document?id=json.dumps",
    "topics": "/topics",
    "topic": "/topics?n=1",
    "map": "/map",
    "compare": f"/compare?q={ENCODED}",
    "home": "/",
    "docs": "/docs",
}


@pytest.mark.parametrize("view", VIEWS)
def test_a_narrow_window_needs_no_sideways_scrolling(visit, view):
    page = visit(360, 740).go(VIEWS[view])
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_to_complain_about(visit, axe, view, scheme):
    page = visit(scheme=scheme).go(VIEWS[view])
    if view == "search":
        page.click(".why-button >> nth=0")
        page.wait_for_selector(".parts")
    page.wait_for_timeout(300)
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found["violations"]] == []
