"""What was reproduced and what was not, in sentences whose numbers come from the results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from ilk.experiments.chappelier2009.findings import findings
from ilk.experiments.chappelier2009.fitting import PLAIN, TEMPERED
from ilk.experiments.chappelier2009.grid import R_PRECISION, Grid
from ilk.experiments.chappelier2009.more_tables import times_faster
from ilk.experiments.chappelier2009.published import KL_TOPICS, MISSING, TABLE_1, TABLE_2, TITLES
from ilk.experiments.chappelier2009.similarities import BM25_NAME, LITERAL, ROOT_LITERAL, THIRTEEN
from ilk.experiments.chappelier2009.tables import BEST, BOTH, Row, main_rows

NEAR = 3.0
"""Points below a printed number up to which it counts as reached: as much as other stop words may cost."""


def summary(grid: Grid) -> str:
    """Return the paragraphs at the head of the report."""
    rows = [row for collection in grid.collections for row in main_rows(grid, collection)]
    lexical = [row for row in rows if row.label == BM25_NAME]
    others = _distinct(row for row in rows if row.label not in (BM25_NAME, BEST))
    return "\n\n".join(
        [_extent(grid), _nearness(grid, others), _of_bm25(grid, lexical), _of_information(grid)]
    )


def _distinct(rows: Iterable[Row]) -> list[Row]:
    """Return one row for each printed number: the best one is often printed a second time below it."""
    first: dict[tuple[str, str, float], Row] = {}
    for row in rows:
        if row.published is not None:
            first.setdefault((row.collection, row.label.partition(",")[0], row.published), row)
    return list(first.values())


def findings_text(grid: Grid) -> str:
    """Say how findings are judged, and whether R-precision would say the same."""
    other = Grid(grid.results, R_PRECISION)
    same = [
        sum(a.seen == b.seen for a, b in zip(findings(grid, em), findings(other, em), strict=True))
        for em in BOTH
    ]
    return (
        "Judged from the means over the starts; cases are pairs of a collection and a |Z| above 1. The paper "
        "says that R-precision leads to the same conclusions as MAP, except on MED. Here it leads to the "
        f"same mark for {same[0]} findings of seven with plain EM and for {same[1]} with tempered EM."
    )


def cost_text(grid: Grid) -> str:
    """Say what may be compared in the printed hours and in our seconds."""
    printed = TABLE_1[MISSING].occurrences
    largest = max(grid.facts(name)["occurrences"] for name in grid.collections)
    text = (
        f"The printed hours are for a collection of {printed:,} words, {printed / largest:.0f} times the "
        "largest here, on a processor of 2009, and the paper does not say after how many iterations it "
        "stopped."
    )
    if grid.topics(PLAIN)[-1] == KL_TOPICS:
        text += f" Word for word, 100 iterations of plain EM are {times_faster(grid):,.0f} times faster here."
    return text


def _extent(grid: Grid) -> str:
    topics = grid.topics(PLAIN)
    starts = len(grid.runs(grid.collections[0], PLAIN, topics[0]))
    fits = sum(len(grid.runs(name, PLAIN, n)) for name in grid.collections for n in topics)
    return (
        f"{len(THIRTEEN) * fits:,} experiments with plain EM and as many with tempered EM: {len(THIRTEEN)} "
        f"similarities, |Z| in {{{', '.join(map(str, topics))}}} and {starts} starts on "
        f"{', '.join(TITLES[name] for name in grid.collections)}. {TITLES[MISSING]} may not be "
        "passed on freely and is left out."
    )


def _nearness(grid: Grid, rows: Sequence[Row]) -> str:
    distances, near = [_distance(rows, which) for which in (0, 1)], [_n_near(rows, which) for which in (0, 1)]
    seen = [sum(finding.seen for finding in findings(grid, em)) for em in BOTH]
    return (
        f"From the printed numbers of table 2 ours are {distances[0]:.1f} points away on average with plain "
        f"EM and {distances[1]:.1f} with tempered EM, whose details the paper does not print; "
        f"{near[0]} and {near[1]} of {len(rows)} are no more than {NEAR:g} points below. "
        f"Of the seven findings {seen[0]} are seen with plain EM and {seen[1]} with tempered EM."
        f"{_shortfalls(rows)}"
    )


def _shortfalls(rows: Sequence[Row]) -> str:
    """Name what tempered EM does not reach, and what may be the reason."""
    below = [(row, row.means[1].value - row.published) for row in rows if row.published is not None]
    parts = [f"{TITLES[row.collection]} {row.label} {gap:+.1f}" for row, gap in below if gap < -NEAR]
    if not parts:
        return ""
    return (
        f" Not reached with tempered EM: {'; '.join(parts)}. What may explain it is not "
        "printed: how the authors tempered EM and when they stopped it, their stop words, and how they "
        "computed the information."
    )


def _of_bm25(grid: Grid, rows: Sequence[Row]) -> str:
    parts = [f"{TITLES[row.collection]} {row.means[0].value:.1f} ({row.published:.1f})" for row in rows]
    sentences = [f"BM25, in brackets the printed number: {', '.join(parts)}."]
    for name in grid.collections:
        facts, ours = grid.facts(name), grid.bm25(name)
        unjudged = facts["queries"] - facts["judged_queries"]
        if unjudged and abs(ours - TABLE_2[name].bm25) > NEAR:
            all_queries = ours * facts["judged_queries"] / facts["queries"]
            sentences.append(
                f"If the {unjudged} queries of {TITLES[name]} without judgements counted as zero, "
                f"ours would be {all_queries:.1f}."
            )
    return " ".join(sentences)


def _of_information(grid: Grid) -> str:
    derived, literal, root, words = (
        fmean(grid.best(collection, TEMPERED, [name]).mean.value for collection in grid.collections)
        for name in ("Kw DFIM-H", LITERAL, ROOT_LITERAL, "Kw H")
    )
    printed = [TABLE_2[collection] for collection in grid.collections]
    printed_words = fmean(column.words for column in printed)
    printed_diagonal = fmean(column.words_diagonal for column in printed)
    return (
        "The diagonal information: averaged over the collections, Kw DFIM-H as derived reaches "
        f"{derived:.1f} with tempered EM and the product that the paper's appendix prints {literal:.1f}, "
        f"where {printed_diagonal:.1f} is printed; without the information Kw H reaches {words:.1f}, where "
        f"{printed_words:.1f} is printed. Dividing by the root of the appendix's information, which is ours, "
        f"gives {root:.1f}."
    )


def _distance(rows: Sequence[Row], which: int) -> float:
    return fmean(abs(row.means[which].value - (row.published or 0.0)) for row in rows)


def _n_near(rows: Sequence[Row], which: int) -> int:
    return sum(row.means[which].value >= (row.published or 0.0) - NEAR for row in rows)
