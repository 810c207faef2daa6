"""The study hofmann2000: its grid, its measures, its report on known numbers, and a quick run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.metrics import f1_score

from ilk.corpus.collections import open_collection
from ilk.corpus.tokenizer import Tokenizer
from ilk.experiments.hofmann2000 import STUDY
from ilk.experiments.hofmann2000.categorisation import by_machines, by_neighbours, measures
from ilk.experiments.hofmann2000.findings import findings
from ilk.experiments.hofmann2000.matching import found_again, matched, mean_in_common
from ilk.experiments.hofmann2000.published import FACTOR_WORDS
from ilk.experiments.hofmann2000.settings import COLLECTIONS, SHARES, shares_of
from ilk.experiments.hofmann2000.similarities import (
    FISHER_KERNELS,
    PLAIN_KERNELS,
    Similarities,
    plain_similarities,
)
from ilk.experiments.hofmann2000.texts import categories
from ilk.experiments.hofmann2000.view import View
from ilk.experiments.pages import write_page
from ilk.experiments.results import Outcome, Results
from ilk.experiments.running import Places, run_study
from ilk.experiments.study import Parameters
from ilk.kernels.counts import CountKernel
from ilk.tasks.classify import KernelSVM, NearestNeighbours

MEASURES = ("micro_f1", "macro_f1", "micro_break_even", "macro_break_even", "error")
Value = Callable[[Parameters, str], float]


def test_the_full_grid_is_that_of_the_protocol() -> None:
    settings = STUDY.settings(False)
    assert len({setting.key for setting in settings}) == len(settings)
    assert all("seed" in setting.parameters for setting in settings)
    assert Counter(setting.parameters["part"] for setting in settings) == {
        "factors": 2 * 5,
        "vector-space": 2 * len(COLLECTIONS),
        "retrieval": 2 * len(COLLECTIONS) * 2 * 5,
        "summed": 2 * len(COLLECTIONS),
        "categories-plain": 10 + 1,
        "categories": 2 * (10 + 5) + 2,
    }
    assert {setting.parameters.get("topics", 64) for setting in settings} == {64}
    shares = {share for s in settings for share in shares_of(str(s.parameters.get("shares", "100")))}
    assert shares == {1, 2, 5, 10, 20, 50, 100}
    for texts in ("labelled", "all"):
        draws = [
            s for s in settings if s.parameters.get("texts") == texts and s.parameters["fit"] == "tempered"
        ]
        assert {s.parameters["seed"] for s in draws} == set(range(10))


def test_the_quick_grid_has_every_part_on_little_text() -> None:
    quick, full = STUDY.settings(True), STUDY.settings(False)
    assert {s.parameters["part"] for s in quick} == {s.parameters["part"] for s in full}
    assert {s.parameters.get("documents", 1000) for s in quick} == {1000}
    assert sum(s.cost for s in quick) < sum(s.cost for s in full) / 20


def test_printed_factors_are_found_among_ours_in_any_order() -> None:
    printed = [{"words": " ".join(words), "share": 0.1} for words in FACTOR_WORDS]
    others = [{"words": " ".join(f"other{i}x{k}" for k in range(10)), "share": 0.1} for i in range(5)]
    shuffled = [*others, *reversed(printed)]
    assert [match.factor for match in matched(shuffled)] == printed
    assert mean_in_common(shuffled) == 10
    assert mean_in_common(others) == 0
    assert found_again([shuffled, printed]) == 10
    assert found_again([shuffled]) is None


def test_break_even_is_where_precision_and_recall_are_equal() -> None:
    rng = np.random.default_rng(3)
    truth = rng.random((60, 4)) < (0.5, 0.2, 0.1, 0.3)
    decisions = rng.normal(size=truth.shape) + truth
    predicted = decisions > 0.7
    found = measures(decisions, predicted, truth)
    naive = []
    for column in range(4):
        n_members = truth[:, column].sum()
        best = sorted(range(60), key=lambda row, c=column: -decisions[row, c])[:n_members]
        naive.append((sum(truth[row, column] for row in best), n_members))
    hits, members = np.array(naive).T
    assert found["micro_break_even"] == pytest.approx(100 * hits.sum() / members.sum(), abs=1e-3)
    assert found["macro_break_even"] == pytest.approx(100 * np.mean(hits / members), abs=1e-3)
    assert found["error"] == pytest.approx(100 * np.mean(predicted != truth), abs=1e-3)
    for average in ("micro", "macro"):
        expected = f1_score(truth, predicted, average=average)
        assert found[f"{average}_f1"] == pytest.approx(100 * expected, abs=1e-3)


@pytest.fixture(scope="module")
def news() -> tuple[csr_array, csr_array, np.ndarray, np.ndarray]:
    """Counts of three themes that share half of their words, and the themes of each document."""
    rng = np.random.default_rng(11)
    themes = rng.random((150, 3)) < 0.4
    topics = rng.dirichlet(np.full(40, 0.15), size=4)
    mixtures = (themes @ topics[:3] + topics[3]) / (themes.sum(axis=1) + 1)[:, None]
    counts = csr_array(np.array([rng.multinomial(30, mixture) for mixture in mixtures]))
    return counts[:100], counts[100:], themes[:100], themes[100:]


def test_classifiers_are_those_of_the_package(news: Any) -> None:
    train, test, members, truth = news
    tf = plain_similarities(train, 100, test)["tf"]
    machines = KernelSVM(CountKernel("l2"), C=10.0, features="gram").fit(train, members.astype(int))
    expected = measures(machines.decision_function(test), machines.predict(test) > 0, truth)
    assert by_machines(tf, members, truth) == pytest.approx(expected, abs=0.5)
    found = by_neighbours(tf, members, truth)
    neighbours = NearestNeighbours(CountKernel("l2"), int(found["k"]), "similarity").fit(
        train, members.astype(int)
    )
    voted = measures(neighbours.predict_proba(test), neighbours.predict(test) > 0, truth)
    assert found["micro_f1"] == pytest.approx(voted["micro_f1"], abs=0.5)
    assert found["error"] == pytest.approx(voted["error"], abs=0.5)


def test_the_number_of_neighbours_is_chosen_by_leaving_each_document_out() -> None:
    # pairs of twins in two blocks: the twin knows, everyone else misleads
    n = 40
    similarities = np.full((n, n), 0.5, dtype=np.float32)
    twins = np.arange(n) ^ 1
    similarities[np.arange(n), twins] = 0.9
    np.fill_diagonal(similarities, 1.0)
    members = ((np.arange(n) // 2) % 2 == 0)[:, None]
    found = by_neighbours(Similarities(similarities, similarities), members, members)
    assert found["k"] == 1
    assert found["micro_f1"] == 100


def made_up(value: Value, quick: bool = False) -> Results:
    """Return results of all settings, with a number for each kernel or similarity."""

    def result(parameters: Parameters) -> Any:
        part = parameters["part"]
        if part == "factors":
            factors = [
                {
                    "share": 0.05,
                    "words": " ".join(words),
                    "probabilities": [0.1] * 10,
                    "distinct": " ".join(words),
                }
                for words in FACTOR_WORDS
            ]
            return {"documents": 19043, "terms": 20000, "iterations": 50, "factors": factors}
        if part in {"vector-space", "retrieval", "summed"}:
            names = (
                ("tf", "tf-idf")
                if part == "vector-space"
                else [f"{model} {form}" for model in ("one", "many", "both") for form in ("raw", "cosine")]
            )
            number = {name: value(parameters, name) for name in names}
            return {
                name: {"map": x, "rprec": x, "precision": [x] * 11, "ap": [x / 100] * 4}
                for name, x in number.items()
            }
        kernels = PLAIN_KERNELS if part == "categories-plain" else FISHER_KERNELS
        return {
            str(share): {
                name: {
                    classifier: {m: value({**parameters, "share": share}, name) for m in MEASURES}
                    for classifier in ("neighbours", "svm")
                }
                for name in kernels
            }
            for share in shares_of(str(parameters["shares"]))
        }

    outcomes = tuple(Outcome(s.parameters, result(s.parameters)) for s in STUDY.settings(quick))
    return Results("hofmann2000", 1, quick, outcomes, environment={"cores": 2})


def as_claimed(parameters: Parameters, name: str) -> float:
    """Fisher kernels above plain ones, unlabelled texts helping most with few labels, seeds one apart."""
    levels = {"both": 60.0, "many": 50.0}
    level = 65.0 if name == "tf and many" else levels.get(name.split(maxsplit=1)[0], 40.0)
    if parameters.get("texts") == "labelled":
        level -= 10 / float(parameters["share"])
    return level + int(parameters["seed"]) / 10


def as_feared(parameters: Parameters, name: str) -> float:
    return 100 - as_claimed(parameters, name)


def test_findings_follow_the_numbers() -> None:
    claimed, feared = (findings(View(made_up(value))) for value in (as_claimed, as_feared))
    assert [finding.statement for finding in claimed] == [finding.statement for finding in feared]
    assert all(finding.seen for finding in claimed)
    assert [finding.seen for finding in feared] == [True] + [False] * (
        len(feared) - 1
    )  # factors are the same
    by_share = next(f for f in claimed if "unlabelled texts too" in f.statement)
    assert "1 %: +10.0, 2 %: +5.0" in by_share.evidence
    assert f"at {len(SHARES)} of {len(SHARES)} shares" in by_share.evidence


def test_the_report_shows_means_and_deviations_of_the_full_grid() -> None:
    report = STUDY.report(made_up(as_claimed))
    tables = {table.caption: table for section in report.sections for table in section.tables}
    retrieval = tables["MAP in per cent, words as written"]
    rows = {row[0]: row[1:] for row in retrieval.rows}
    assert rows["tf cosine"] == ("40.0",) * 4
    assert rows["Fisher K = 1 + K = 64, cosine, tempered EM"] == ("60.2 ± 0.2",) * 4
    broken_even = tables["Micro break-even, nearest neighbours, by share of labels"]
    cells = {row[0]: row[1:] for row in broken_even.rows}
    assert cells["Fisher K = 1 + K = 64, labelled texts, tempered EM"][0] == "50.5 ± 0.3"
    assert cells["Fisher K = 1 + K = 64, labelled texts, tempered EM"][-1] == "60.0"
    common = tables["Words in common with the printed lists, of ten, mean over the 16 factors"]
    assert [row[-1] for row in common.rows] == ["10.0", "10.0"]
    assert {figure.name for figure in report.figures} == {
        f"hofmann2000-{name}" for name in ("factors", "map", "recall", "categories")
    }
    n_panels = {
        figure.name.removeprefix("hofmann2000-"): len(figure.draw().axes) for figure in report.figures
    }
    assert n_panels == {"factors": 16, "map": 1, "recall": 4, "categories": 4}
    assert "ends before its experiments" in report.summary


def test_a_quick_run_end_to_end(data_folder: Path, tmp_path: Path) -> None:
    places = Places(data_folder, tmp_path)
    results = run_study(STUDY, places, quick=True, workers=1)
    page, *drawings = write_page(tmp_path, STUDY, results, STUDY.report(results))
    assert all(f"figures/{file.name}" in page.read_text(encoding="utf-8") for file in drawings[1::2])
    assert len(drawings) == 2 * 4
    found = results.one(part="vector-space", collection="med").result["tf"]["map"]
    assert found == pytest.approx(100 * naive_tf_map(data_folder / "med"), abs=0.01)
    view = View(results)
    for kernel in ("one", "both"):
        outcome = results.one(part="categories", shares="100").result["100"][kernel]
        assert (
            60 < outcome["svm"]["micro_break_even"] < 100
        )  # ten topics, the largest a third of all documents
    assert view.shares == (5, 20, 100)
    split = categories(data_folder, 1000)
    assert split.names == (
        "earn",
        "acq",
        "money-fx",
        "grain",
        "crude",
        "trade",
        "interest",
        "wheat",
        "ship",
        "corn",
    )
    assert split.train.shape[0] == 1000
    assert split.test.shape[0] == 333


def naive_tf_map(folder: Path) -> float:
    """Return the mean AP of the cosine of counts, computed with dictionaries."""
    collection = open_collection(folder)
    tokenizer = Tokenizer.for_language("english", stem=False)
    documents = [(d.id, Counter(tokenizer.terms(d.searchable))) for d in collection.documents]
    lengths = [sum(c * c for c in counts.values()) ** 0.5 or 1.0 for _, counts in documents]
    relevant: dict[str, set[str]] = {}
    for judgement in collection.judgements:
        if judgement.grade > 0:
            relevant.setdefault(judgement.query_id, set()).add(judgement.document_id)
    values = []
    for query in collection.judged_queries:
        asked = Counter(tokenizer.terms(query.text))
        cosines = [
            sum(c * counts[term] for term, c in asked.items()) / length
            for (_, counts), length in zip(documents, lengths, strict=True)
        ]
        ranked = [documents[place][0] for place in sorted(range(len(documents)), key=lambda p: -cosines[p])]
        hits, total = 0, 0.0
        for rank, document in enumerate(ranked, 1):
            if document in relevant[query.id]:
                hits += 1
                total += hits / rank
        values.append(total / len(relevant[query.id]))
    return float(np.mean(values))
