"""The numbers that README and the manual take from the measured results are those of the results."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.blocks import ROOT

from ilk.experiments.beyond.honesty import LEVEL, choices, gains, mean_ratio, ratios
from ilk.experiments.beyond.published import PRINTED
from ilk.experiments.beyond.similarities import BM25, ILK
from ilk.experiments.beyond.tables import probability
from ilk.experiments.beyond.view import View
from ilk.experiments.results import read_results

README, DEFAULT, CHOOSING = ROOT / "README.md", ROOT / "docs" / "default.md", ROOT / "docs" / "choosing.md"
REUTERS = "reuters21578"
PUBLISHED = "best PLSI of Chappelier & Eckard (2009)"


@pytest.fixture(scope="module")
def view() -> View:
    """What the study beyond measured."""
    return View(read_results(ROOT / "docs" / "results" / "beyond.json"))


def test_the_table_of_readme(view):
    header, *rows = table(README, "med")
    assert tuple(header[1:]) == view.collections
    assert [row for row in rows if row[0] == PUBLISHED] == [
        [PUBLISHED, *(f"{PRINTED[c].best:.1f}" if c in PRINTED else "–" for c in header[1:])]
    ]
    named = {re.findall("`(.*?)`", row[0])[0]: row[1:] for row in rows if row[0] != PUBLISHED}
    assert {ILK, BM25} < set(named)
    for name, cells in named.items():
        assert cells == [shown(view, c, name) for c in header[1:]], name


def test_the_table_of_the_default(view):
    header, *rows = table(DEFAULT, "bm25")
    assert tuple(row[0] for row in rows) == view.collections
    differences = {gain.collection: f"{gain.difference:+.1f}".replace("-", "−") for gain in gains(view)}
    for collection, *cells, gain in rows:
        assert cells == [shown(view, collection, name) for name in header[1:-1]], collection
        assert gain == differences[collection]


def test_what_is_said_of_significance(view):
    """README and the page of the default once disagreed: each had corrected for other comparisons."""
    starred = [c.upper() for c in view.classic if significant(view, c, ILK)]
    text = prose(DEFAULT)
    assert f"significant on {', '.join(starred[:-1])} and {starred[-1]}" in text
    planned = {gain.collection: gain.p for gain in gains(view)}
    assert f"on CACM too (p = {probability(planned['cacm'])})" in text
    assert f"on TIME it may be chance (p = {probability(planned['time'])})" in text
    corrected_for = f"corrected by Holm's method for all {len(view.similarities)} similarities"
    assert corrected_for in text
    assert corrected_for in prose(README)


def test_where_the_default_loses_is_said(view):
    (whole,) = (gain for gain in gains(view) if gain.collection == "cacm-all")
    first_hits = view.mean("cacm-all", ILK, "nDCG@10") - view.mean("cacm-all", BM25, "nDCG@10")
    assert whole.difference < 0
    assert f"loses {-whole.difference:.1f}" in prose(README)
    assert f"loses {-whole.difference:.1f}" in prose(DEFAULT)
    assert f"nDCG@10 falls by {-first_hits:.1f}" in prose(DEFAULT)


def test_how_much_was_chosen_with_the_collections_in_view(view):
    chosen = mean_ratio(view, {choice.collection: choice.chosen for choice in choices(view)})
    told = f"{ratios(view).mean():.2f} times BM25's MAP in the mean of the five, and {chosen:.2f} times"
    assert told in prose(README)


def test_what_is_said_of_word_vectors_trained_elsewhere():
    page = (ROOT / "docs" / "results" / "clinchant2013.md").read_text(encoding="utf-8")
    _, found, rows = page.partition("Gaussians)**\n\n| word vectors | MED | CRAN |")
    assert found
    (row,) = re.findall(r"^\| GloVe.*→.*$", rows, re.MULTILINE)
    med, cran = re.findall(r"([\d.]+) →", row)[:2]
    assert f"averaged, they have {med} on med and {cran} on cran" in prose(README)


def test_what_the_default_costs(view):
    _, quick, default = table(CHOOSING, "index, processor time")
    efforts = view.builds[REUTERS]["efforts"]
    for row, effort, similarity in ((quick, "quick", BM25), (default, "normal", ILK)):
        median, _ = view.milliseconds(REUTERS, similarity)
        assert f"`{similarity}`" in row[0]
        assert row[1:] == [f"{efforts[effort][1]:.1f} s", f"{median:.2f} ms"]


def test_what_readme_says_of_size():
    measured = {row[0]: row[1:] for row in table(ROOT / "docs" / "results" / "sizes.md", "default")}
    _, *rows = table(README, "answers by")
    assert [row[0] for row in rows] == ["1,000", "19,043", "200,000", "1,000,000"]
    for documents, *cells in rows:
        default, _, of_processor, memory, index, query, memory_of_query = measured[documents]
        index = index.split(", ")[0]
        assert cells == [default, of_processor, memory, index, query, memory_of_query], documents


def shown(view: View, collection: str, similarity: str) -> str:
    """Write a MAP as tables do: the mean of all starts for the default; a star if it differs from BM25."""
    of_default = float(view.default_maps(collection).mean())
    mean = of_default if similarity == ILK else view.mean(collection, similarity)
    return f"{mean:.1f}{'*' if significant(view, collection, similarity) else ''}"


def significant(view: View, collection: str, similarity: str) -> bool:
    """Say whether a similarity differs from BM25, corrected for all that were compared."""
    p = view.p(collection, similarity)
    return p is not None and p < LEVEL


def table(page: Path, second: str) -> list[list[str]]:
    """Return the cells of the table whose second column is called so, its header first."""
    rows: list[list[str]] = []
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            if rows:
                break
        elif rows or cells[1:2] == [second]:
            rows.append(cells)
    return [rows[0], *rows[2:]]


def prose(page: Path) -> str:
    """Return a page as one line."""
    return re.sub(r"\s+", " ", page.read_text(encoding="utf-8"))
