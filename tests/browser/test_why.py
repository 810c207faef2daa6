"""The explanation on the page: what it claims, and what stays in place while one uses it."""

from __future__ import annotations

from urllib.parse import urlencode

from browser.answers import changed, data_of

QUERY = "parse a date from a string"


def path_of(query=QUERY, **parameters):
    return "/why?" + urlencode({"q": query, "id": "datetime.datetime.strptime"} | parameters)


def focused(page):
    return page.evaluate("document.activeElement.textContent")


def test_only_the_table_is_drawn_again(visit):
    page = visit().go(path_of(id="datetime.date.fromisoformat", similarity="plsi-h"))
    page.evaluate("document.querySelectorAll('.body').forEach(body => { body.kept = true; })")
    for name in ("by word and topic", "by word"):
        page.get_by_role("button", name=name, exact=True).press("Enter")
        assert focused(page) == name
        assert page.get_attribute(".toggle [aria-pressed=true] >> nth=0", "aria-pressed") == "true"
        assert page.inner_text(".toggle [aria-pressed=true]") == name
    rows = page.locator(".parts tbody tr").count()
    page.locator(".sums > p > button").last.press("Enter")
    assert focused(page) == "Show the largest only"
    assert page.locator(".parts tbody tr").count() > rows
    assert page.evaluate("[...document.querySelectorAll('.body')].every(body => body.kept)")
    page.hover("tr[data-term=date]" if page.locator("tr[data-term=date]").count() else "tr[data-term]")
    assert page.locator("tr.lit").count() == 1


def test_parts_that_are_not_sent_are_not_promised(visit):
    window = visit()
    changed(window.page, "**/api/explain**", lambda data: data.update(n_by_term=19_053, n_rest=19_000))
    page = window.go(path_of())
    sent = len(data_of(page, path_of().replace("/why", "/api/explain"))["parts"])
    assert page.locator("text=Show all").count() == 0
    page.click(f"text=Show the {sent} largest of 19,")
    assert page.locator(".parts tr[data-term]").count() == sent


def test_a_bar_that_is_longer_than_its_place_is_broken_off(visit):
    window = visit()
    page = window.go(path_of())
    assert page.locator(".strip.broken").count() == 0
    totals = [50, -50]
    changed(window.page, "**/api/explain**", lambda data: data.update(total=totals.pop()))
    for kind in ("strip against broken", "strip broken"):
        page = window.go(path_of())
        classes = page.eval_on_selector_all(".strip", "all => all.map(e => e.className)")
        assert classes[-1] == kind
        assert sum("broken" in each for each in classes) == 1
        widths = page.eval_on_selector_all(
            ".strip", "bars => bars.map(e => getComputedStyle(e, '::after').width)"
        )
        assert widths[-1] == widths[0]


def test_words_that_do_not_stand_in_the_document_are_told_apart(visit):
    page = visit().go(path_of())
    told = page.eval_on_selector_all(
        ".parts tr[data-term]",
        "all => all.map(e => [e.dataset.term, e.querySelector('.absent')?.textContent])",
    )
    meanings = dict(told)
    assert meanings["date"] == "only in the query"
    assert meanings["string"] is None
    assert meanings["strptime"] is None
    assert "in neither text" in meanings.values()


def test_colours_are_explained_and_only_those_that_are_there(visit):
    page = visit().go(path_of())
    kinds = set(page.eval_on_selector_all(".legend mark", "all => all.map(e => e.className)"))
    used = set(page.eval_on_selector_all(".text mark", "all => all.map(e => e.className)"))
    assert {"match", "related"} <= kinds
    assert kinds == used


def test_words_of_titles_count_as_words_of_the_text(visit):
    page = visit().go(path_of("heappushpop", id="heapq.heappushpop"))
    assert page.locator(".text h2 mark.match").count() == 1
    assert page.locator("tr[data-term=heappushpop] .absent").count() == 0
    assert page.locator(".texts mark.match[data-term=heappushpop]").count() >= 2


def test_a_document_that_was_found_marks_what_the_query_found(visit):
    page = visit().go("/document?" + urlencode({"id": "datetime.datetime.strptime", "q": QUERY}))
    page.wait_for_selector(".body mark.match")
    marked = set(page.eval_on_selector_all(".body mark.match", "all => all.map(e => e.textContent)"))
    assert {"string", "parsed"} <= marked
    assert page.locator("mark.related").count() > 0
    assert "new datetime parsed from a string" in page.inner_text(".body")
    page = visit().go("/document?id=datetime.datetime.strptime")
    assert page.locator(".document mark").count() == 0
