"""Searching: what stays as it was while one types, opens, closes and comes back."""

from __future__ import annotations

from urllib.parse import parse_qs, urlparse

from browser.answers import changed
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
    window.forgive_refusals()


def test_quick_clicks_open_one_panel(visit):
    page = visit().go("/?q=read+a+csv+file")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "explain" in request.url else None)
    page.click(".why-button >> nth=0", click_count=3)
    page.wait_for_selector(".parts")
    page.wait_for_load_state("networkidle")
    assert page.locator(".why").count() == 1
    assert len(asked) == 1


def test_escape_closes_the_panel_that_w_opened(visit):
    page = visit().go("/?q=read+a+csv+file")
    page.focus(".hit h2 a >> nth=1")
    page.keyboard.press("w")
    page.wait_for_selector(".parts")
    page.keyboard.press("Escape")
    assert page.locator(".parts").is_hidden()
    assert page.evaluate("document.activeElement === document.querySelectorAll('.hit h2 a')[1]")
    page.keyboard.press("w")
    page.focus(".parts button >> nth=0")
    page.keyboard.press("Escape")
    assert page.locator(".parts").is_hidden()
    assert page.evaluate("document.activeElement.textContent") == "Why?"


def test_filters_stay_open_and_keep_the_focus(visit):
    page = visit().go("/?q=a+date")
    page.click("summary")
    page.type("#q", " or time")
    until(page, "location.search.includes('time')")
    assert page.locator(".filter-form").is_visible()
    for kind in ("nothing", "class"):
        page.select_option("#filter-comparison", "!=")
        page.fill("#filter-value", kind)
        page.focus(".filter-form button")
        page.keyboard.press("Enter")
        page.wait_for_selector(f".chip:has-text('{kind}')")
        assert page.evaluate("document.activeElement.textContent") == "Add filter"
    page.focus(".chip >> nth=0")
    page.keyboard.press("Enter")
    assert "class" in page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    assert "where" not in asked_for(page)


def test_past_the_last_hit_there_is_a_way_back(visit):
    page = visit().go("/?q=json&page=90")
    assert "earlier page" in page.inner_text(".empty")
    assert "other words" not in page.inner_text(".results")
    page.click("text=First page")
    page.wait_for_selector(".hit")
    assert "page" not in asked_for(page)


def test_topics_are_recommended_only_where_there_are_some(visit):
    page = visit().go("/?q=xyzzyq")
    assert page.get_attribute(".empty a", "href") == "/topics"
    window = visit()
    changed(window.page, "**/api/info**", lambda data: data.update(has_topics=False))
    page = window.go("/?q=xyzzyq")
    assert "Try fewer or other words." in page.inner_text(".empty")
    assert page.locator(".empty a").count() == 0


def test_a_comparison_without_hits_says_so(visit):
    page = visit().go("/compare?q=xyzzyq")
    assert page.inner_text(".summary") == "Neither side has a hit."


def test_titles_show_the_words_of_the_query(visit):
    page = visit().go("/?q=heappushpop")
    assert page.inner_text(".hit h2 mark.match >> nth=0") == "heappushpop"


def test_text_from_right_to_left_is_laid_out_so(visit):
    window = visit()
    arabic = {"title": "مرحبا بالعالم", "title_marks": [], "snippet": "نص قصير", "marks": [], "related": []}
    changed(window.page, "**/api/search**", lambda data: data["hits"][0].update(arabic))
    page = window.go("/?q=csv")
    directions = "all => all.map(e => getComputedStyle(e).direction)"
    assert page.eval_on_selector_all(".hit h2", directions)[:2] == ["rtl", "ltr"]
    assert page.eval_on_selector_all(".snippet", directions)[:2] == ["rtl", "ltr"]


def test_an_id_that_a_path_cannot_hold_is_asked_for_as_it_is(visit):
    window = visit()
    page = window.go("/document?id=..")
    assert "'..'" in page.inner_text("[role=alert]")
    window.forgive_refusals()


def test_a_word_that_no_document_has_is_named_above_the_hits(visit):
    page = visit().go("/?q=xyzzyq+csv")
    page.wait_for_selector(".hits")
    assert "xyzzyq" in page.inner_text(".results .hint")
