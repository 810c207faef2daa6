"""Everything with the keyboard alone, and what a screen reader is told."""

from __future__ import annotations

from browser.waiting import until


def focused(page):
    return page.evaluate("document.activeElement.textContent || document.activeElement.id")


def test_search_move_and_ask_why_without_a_mouse(visit):
    page = visit().go("/topics")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the content"
    page.goto(page.url.replace("/topics", "/"))
    page.wait_for_selector("#q")
    page.keyboard.press("/")
    page.keyboard.type("random number")
    page.keyboard.press("Enter")
    page.wait_for_selector(".hit")
    until(page, "document.getElementById('status').textContent.includes('hits')")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    first = focused(page)
    page.keyboard.press("j")
    second = focused(page)
    assert first != second
    page.keyboard.press("k")
    assert focused(page) == first
    page.keyboard.press("w")
    page.wait_for_selector(".parts")
    assert page.get_attribute(".why-button >> nth=0", "aria-expanded") == "true"
    page.focus(".parts button.word >> nth=0")
    assert page.locator("mark.lit").count() > 0
    page.keyboard.press("Escape")
    assert page.get_attribute(".why-button >> nth=0", "aria-expanded") == "false"
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    page.wait_for_selector("article.document")
    page.go_back()
    page.wait_for_selector(".hit")


def test_the_map_can_be_used_without_a_mouse(visit):
    page = visit().go("/map")
    page.wait_for_selector(".in-view a")
    page.focus("canvas.map")
    before = page.evaluate("document.querySelector('canvas.map').toDataURL()")
    for key in ("+", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate("document.querySelector('canvas.map').toDataURL()") != before
    page.wait_for_timeout(300)
    page.focus(".in-view a >> nth=0")
    name = focused(page)
    page.keyboard.press("Enter")
    page.wait_for_selector("article.document")
    assert name in page.inner_text("h1")
