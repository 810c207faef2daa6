"""The study of Nyffenegger, Chappelier and Gaussier: settings, what the report concludes, one quick run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from ilk.experiments.nyffenegger2006 import STUDY, kernels, published
from ilk.experiments.nyffenegger2006.combined import GRID, Searched, searches
from ilk.experiments.nyffenegger2006.combining import N_FOLDS, validated
from ilk.experiments.nyffenegger2006.findings import findings
from ilk.experiments.nyffenegger2006.fitting import LEAST_SHARE, random_mixture
from ilk.experiments.nyffenegger2006.settings import BASELINES, COMBINATION, MIXTURE, PLSI
from ilk.experiments.nyffenegger2006.significance import Verdict, verdict, wilcoxon_p
from ilk.experiments.nyffenegger2006.triangles import CORNERS, places
from ilk.experiments.nyffenegger2006.view import View
from ilk.experiments.pages import write_page
from ilk.experiments.report import Finding
from ilk.experiments.results import Outcome, Results
from ilk.experiments.retrieval_data import retrieval_data
from ilk.experiments.running import Places, run_study
from ilk.kernels.combination import GridSearch

N_QUERIES, RELEVANT = 60, 100
"""Every query of the results made by hand has that many relevant documents."""


NORMALISED = "Lengths normalised in the spaces of words (VS) improve the kernel of "


def hits(share: float, seed: int = 0) -> list[int]:
    """Make hits of queries with about this R-precision, scattered a little."""
    scatter = np.random.default_rng(seed).integers(-1, 2, N_QUERIES)
    return [int(n) for n in np.clip(np.round(share * RELEVANT) + scatter, 0, RELEVANT)]


def surface(peak: tuple[float, float, float], height: float) -> dict[str, Any]:
    """Make the outcome of a search for weights whose optimum lies at a point of the grid."""
    means = height - 0.1 * np.abs(GRID - np.array(peak)).sum(axis=1)
    corners = [float(means[np.isclose(GRID, corner).all(axis=1)][0]) for corner in np.eye(3)]
    picks = np.zeros(len(GRID), dtype=int)
    picks[int(np.argmax(means))] = 7
    return {
        "best": height,
        "weights": list(peak),
        "validated": height - 0.004,
        "between_splits": 0.001,
        "singles": corners,
        "p": 0.001,
        "equal": height - 0.02,
        "means": [float(mean) for mean in means],
        "picks": [int(n) for n in picks],
    }


def as_published(parameters: dict[str, Any]) -> dict[str, Any]:
    """Give what the paper prints, for the setting with these parameters."""
    what, collection, seed = parameters["what"], parameters["collection"], parameters.get("seed", 0)
    if what == BASELINES:
        shares = dict.fromkeys(kernels.BASELINES, published.TFIDF[collection] / 100)
        return {
            "relevant": [RELEVANT] * N_QUERIES,
            "hits": {n: hits(share, 9) for n, share in shares.items()},
        }
    if what == COMBINATION:
        printed = {**published.COMBINATION, "occurrences": published.COMBINATION["diagonal"]}
        found = {
            name: surface(row[collection].weights, row[collection].combined / 100)
            for name, row in printed.items()
        }
        return {name: {"own": one, "tfidf": one} for name, one in found.items()}
    cell = published.Cell(collection, parameters["topics"])
    table = published.PLSI if what == PLSI else published.NAIVE_BAYES
    answer: dict[str, Any] = {"hits": {n: hits(row[cell] / 100, seed) for n, row in table.items()}}
    if what == PLSI:
        names = {**kernels.PLSI, **kernels.VARIANTS}
        answer |= {"variants": dict.fromkeys(names, 0.2), "cosines": dict.fromkeys(names, 0.3)}
    return answer


def made(change: Callable[[dict[str, Any], Any], Any] = lambda parameters, result: result) -> Results:
    """Make results of the full grid, with two runs of each setting."""

    def outcomes() -> Iterator[Outcome]:
        for setting in STUDY.settings(False):
            parameters = dict(setting.parameters)
            if parameters.get("seed", 0) < 2:
                yield Outcome(parameters, change(parameters, as_published(parameters)))

    return Results(STUDY.name, STUDY.revision, False, tuple(outcomes()))


def starting(judged: list[Finding], words: str) -> Finding:
    """Return the only finding whose statement begins so."""
    (found,) = [finding for finding in judged if finding.statement.startswith(words)]
    return found


def test_the_full_grid_is_that_of_the_paper() -> None:
    settings = STUDY.settings(False)
    assert len({setting.key for setting in settings}) == len(settings)
    by_what: dict[Any, int] = {}
    for setting in settings:
        by_what[setting.parameters["what"]] = by_what.get(setting.parameters["what"], 0) + 1
    # 4 collections × 2 numbers of topics × 6 runs, two ways of EM for PLSI and three for the mixture
    assert by_what == {BASELINES: 4, PLSI: 96, MIXTURE: 144, COMBINATION: 48}


def test_the_quick_settings_are_among_the_full_ones() -> None:
    full = {setting.key for setting in STUDY.settings(False)}
    quick = [setting.key for setting in STUDY.settings(True)]
    assert set(quick) < full
    assert len(quick) < len(full) / 10


def test_wilcoxon_p_of_known_differences() -> None:
    # six differences of one sign: the most extreme of 2^6 assignments of signs, on both sides
    assert wilcoxon_p(np.array([1.0, 2, 3, 4, 5, 6, 0, 0])) == pytest.approx(2 / 64)
    assert wilcoxon_p(np.zeros(5)) == 1.0
    assert wilcoxon_p(np.array([0.1 + 0.2 - 0.3])) == 1.0


def test_a_verdict_counts_runs_by_sign() -> None:
    base = np.zeros((3, 30))
    ours = np.array([np.arange(1.0, 31), -np.arange(1.0, 31), np.tile([1.0, -1.0], 15)])
    assert verdict(ours, base, 0.01) == Verdict(better=1, worse=1, runs=3)
    assert str(Verdict(4, 1, 6)) == "4+ 1− of 6"
    assert Verdict(4, 1, 6).mostly_better
    assert not Verdict(3, 0, 6).mostly_better
    assert Verdict(0, 2, 3).mostly_worse


def test_published_numbers_bring_the_findings_of_the_paper_back() -> None:
    judged = findings(View(made()))
    assert len(judged) == 11
    for words in (
        NORMALISED + "PLSI",
        NORMALISED + "Naive Bayes",
        "The diagonal information further",
        "PLSI gives the best",
        "Combining K1",
        "K1 dominates",
        "K1 is minor",
        "The results of the diagonal",
    ):
        assert starting(judged, words).seen, words


@pytest.mark.parametrize(("tfidf", "seen"), [(0.1, True), (0.9, False)])
def test_the_finding_on_tfidf_goes_by_its_height(tfidf: float, seen: bool) -> None:
    def change(parameters: dict[str, Any], result: Any) -> Any:
        if parameters["what"] == BASELINES:
            result["hits"] = dict.fromkeys(kernels.BASELINES, hits(tfidf))
        return result

    assert starting(findings(View(made(change))), "The VS kernel of PLSI").seen is seen


def test_the_finding_on_normalisation_flips_with_the_numbers() -> None:
    swapped = made(_swap_hofmann_and_vector_space)
    finding = starting(findings(View(swapped)), NORMALISED + "PLSI")
    assert not finding.seen
    assert finding.evidence.startswith("Better in 0, worse in 8 of 8 columns")


def _swap_hofmann_and_vector_space(parameters: dict[str, Any], result: Any) -> Any:
    if parameters["what"] == PLSI:
        result["hits"]["hofmann"], result["hits"]["vector-space"] = (
            result["hits"]["vector-space"],
            result["hits"]["hofmann"],
        )
    return result


def test_findings_flip_when_the_mixture_is_better() -> None:
    def change(parameters: dict[str, Any], result: Any) -> Any:
        if parameters["what"] == MIXTURE:
            result["hits"] = {"raw": hits(0.1), "vector-space": hits(0.3), "diagonal": hits(0.9)}
        return result

    judged = findings(View(made(change)))
    assert not starting(judged, "PLSI gives the best").seen
    assert starting(judged, "The diagonal information further").seen


def test_findings_flip_when_new_queries_gain_nothing() -> None:
    def change(parameters: dict[str, Any], result: Any) -> Any:
        if parameters["what"] == COMBINATION:
            for found in result.values():
                found["own"]["validated"] = max(found["own"]["singles"]) - 0.05
        return result

    judged = findings(View(made(change)))
    assert not starting(judged, "Combining K1").seen
    assert not starting(judged, "The results of the diagonal").seen


def test_the_diagonal_counts_as_no_different_only_where_the_test_says_so() -> None:
    def equal(parameters: dict[str, Any], result: Any) -> Any:
        if parameters["what"] == PLSI:
            result["hits"]["diagonal"] = result["hits"]["vector-space"]
        return result

    assert starting(findings(View(made(equal))), "For PLSI the diagonal").seen

    def worse(parameters: dict[str, Any], result: Any) -> Any:
        if parameters["what"] == PLSI:
            result["hits"]["diagonal"] = [0] * N_QUERIES
        return result

    assert not starting(findings(View(made(worse))), "For PLSI the diagonal").seen


def test_a_search_is_the_mean_of_its_runs() -> None:
    searched = Searched([surface((0.9, 0.1, 0.0), 0.4), surface((0.9, 0.1, 0.0), 0.5)])
    assert searched.best is not None
    assert searched.best.mean == pytest.approx(45)
    assert searched.best.deviation == pytest.approx(100 * np.std([0.4, 0.5], ddof=1))
    np.testing.assert_allclose(searched.weights, [0.9, 0.1, 0.0])
    np.testing.assert_allclose(searched.usual_pick, [0.9, 0.1, 0.0])
    assert searched.significant == 2
    # 0.45 − 0.1 · distance ≥ 0.95 · 0.45: the weights within 0.225 of the optimum
    near = np.abs(GRID - np.array([0.9, 0.1, 0.0])).sum(axis=1) <= 0.225
    assert searched.good_share == pytest.approx(near.mean())


def test_cross_validation_uses_weights_that_the_query_did_not_choose() -> None:
    """Each query is at its best with weights of its own, so what others choose gives it nothing."""
    scores = np.vstack([np.eye(N_FOLDS), np.zeros((len(GRID) - N_FOLDS, N_FOLDS))])
    grid = GridSearch(GRID, scores)
    answer = validated(grid)
    assert answer["best"] == pytest.approx(1 / N_FOLDS)
    assert answer["validated"] == 0.0
    chosen = grid.chosen(N_FOLDS, seed=3)
    assert all(place != query for query, place in enumerate(chosen))


def test_the_corners_of_the_triangle_are_the_single_kernels() -> None:
    x, y = places(np.eye(3))
    np.testing.assert_allclose(np.column_stack([x, y]), CORNERS)
    x, y = places(np.full(3, 1 / 3))
    np.testing.assert_allclose([x, y], CORNERS.mean(axis=0))


def test_a_mixture_from_random_words_has_no_negligible_shares() -> None:
    counts = csr_array(np.random.default_rng(0).poisson(0.7, (40, 30)))
    one, again, other = (random_mixture(counts, 4, seed) for seed in (0, 0, 1))
    np.testing.assert_array_equal(one.p_w_given_z_, again.p_w_given_z_)
    assert not np.array_equal(one.p_w_given_z_, other.p_w_given_z_)
    shares = one.predict_proba(counts)
    assert not np.any((shares > 0) & (shares < LEAST_SHARE))
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-5)


def test_the_report_of_published_numbers_has_small_differences() -> None:
    report = STUDY.report(made())
    (table,) = [t for s in report.sections for t in s.tables if t.caption.startswith("Table 2, plain EM")]
    rows = {row[0]: row for row in table.rows}
    assert rows["cran, Hofmann's"][1:6] == ("0.8, 0.2, 0.0", "0.8, 0.2, 0.0", "31.1", "31.1 ± 0.0", "+0.0")
    assert "of R-precision" in report.summary


def test_every_collection_and_kernel_has_its_triangle() -> None:
    by_name = {figure.name: figure.draw() for figure in STUDY.report(made()).figures}
    triangles = by_name["nyffenegger2006-triangle-plain"].axes
    # a panel for each, and a colour bar for each collection
    assert len(triangles) == len(published.COLLECTIONS) * (len(kernels.COMBINED) + 1)
    assert {"best on all queries", "best, published"} <= set(triangles[0].get_legend_handles_labels()[1])
    assert len(by_name["nyffenegger2006-table-1"].axes) == len(published.COLLECTIONS)


def test_a_quick_run_matches_a_naive_computation(data_folder: Path, tmp_path: Path) -> None:
    results = run_study(STUDY, Places(data_folder, tmp_path), quick=True, workers=1)
    report = STUDY.report(results)
    write_page(tmp_path, STUDY, results, report)
    page = (tmp_path / "nyffenegger2006.md").read_text(encoding="utf-8")
    assert "Table 1, PLSI" in page
    view = View(results)
    one_topic = view.baseline("med", kernels.ONE_TOPIC)
    assert one_topic.mean() == pytest.approx(_one_topic_by_hand(data_folder), abs=0.05)
    # the paper prints 42.0 for the vector space with 32 topics, and 31.5 for Hofmann's
    cell = published.Cell("med", 32)
    assert view.plsi(cell, "plain", "vector-space").mean() == pytest.approx(42.0, abs=4)
    assert view.plsi(cell, "plain", "hofmann").mean() == pytest.approx(31.5, abs=4)
    (searched,) = searches(view, "plain", "hofmann").values()
    assert searched.best is not None
    assert searched.validated is not None
    assert searched.best.mean == pytest.approx(searched.surface.max(), abs=1e-3)
    assert searched.validated.mean <= searched.best.mean


def _one_topic_by_hand(data: Path) -> float:
    """Return R-precision of P(d)P(q) + Σ_w P̂(w|d)P̂(w|q)/P(w) on MED: equation 4 for one topic."""
    collection = retrieval_data(data, "med")
    counts, queries = collection.counts.toarray(), collection.queries.toarray()
    n_words = counts.sum()
    p_w, lengths = counts.sum(axis=0) / n_words, counts.sum(axis=1)
    precisions = []
    for query, relevant in zip(queries, collection.relevant, strict=True):
        similarities = []
        for document, length in zip(counts, lengths, strict=True):
            shared = sum(document[w] * query[w] / p_w[w] for w in np.flatnonzero(query))
            p_d, p_q = length / n_words, query.sum() / n_words
            similarities.append(p_d * p_q + shared / (length * query.sum()))
        first = np.argsort(-np.array(similarities), kind="stable")[: len(relevant)]
        precisions.append(len(set(first) & set(relevant)) / len(relevant))
    return 100 * float(np.mean(precisions))
