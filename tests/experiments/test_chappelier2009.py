"""The study of Chappelier and Eckard: its settings, its similarities, what it says of results, and a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array

from ilk.experiments.catalogue import load_study
from ilk.experiments.chappelier2009.findings import findings
from ilk.experiments.chappelier2009.fitting import PLAIN, TEMPERED, VARIANTS, fitted
from ilk.experiments.chappelier2009.grid import Grid, Mean
from ilk.experiments.chappelier2009.more_tables import ablations
from ilk.experiments.chappelier2009.published import COLLECTIONS, KL_TOPICS, TABLE_2
from ilk.experiments.chappelier2009.settings import FIT, settings
from ilk.experiments.chappelier2009.similarities import (
    KERNELS,
    KL,
    LITERAL,
    OURS,
    ROOT,
    ROOT_LITERAL,
    THIRTEEN,
    bm25,
    similarities,
)
from ilk.experiments.chappelier2009.tables import main_results, whole_grid
from ilk.experiments.pages import write_page
from ilk.experiments.report import NOTHING
from ilk.experiments.results import Outcome, Results
from ilk.experiments.retrieval_data import retrieval_data
from ilk.experiments.running import Places, run_study
from ilk.kernels.fisher import FisherKernel
from ilk.models.plsi import PLSI

STUDY = load_study("chappelier2009")
NAMES = (*THIRTEEN, *OURS)
Value = Callable[[str, str, str, int], float]
"""MAP by collection, way of EM, similarity and number of topics."""


@pytest.fixture(scope="module")
def counts() -> csr_array:
    numbers = np.random.default_rng(5)
    dense = numbers.poisson(numbers.gamma(0.4, 1.5, size=(30, 40)))
    dense[7] = 0  # a document without words
    return csr_array(dense.astype(np.int32))


@pytest.fixture(scope="module")
def queries(counts: csr_array) -> csr_array:
    dense = np.zeros((3, counts.shape[1]), dtype=np.int32)
    dense[0, [1, 4]] = 1
    dense[1, [2, 3, 9]] = (2, 1, 1)
    dense[2, 11] = 1
    return csr_array(dense)


@pytest.fixture(scope="module")
def model(counts: csr_array) -> PLSI:
    return fitted(counts, TEMPERED, 4, seed=3)


@pytest.fixture(scope="module")
def found(model: PLSI, counts: csr_array, queries: csr_array) -> dict[str, np.ndarray]:
    return dict(similarities(model, counts, queries))


def test_the_full_protocol_is_the_papers_for_plain_and_for_tempered_em() -> None:
    full = settings(quick=False)
    assert len({setting.key for setting in full}) == len(full)
    for em in (PLAIN, TEMPERED):
        fits = [s for s in full if s.parameters.get("em") == em]
        assert len(fits) * len(THIRTEEN) == 2730
        assert {s.parameters["collection"] for s in fits} == set(COLLECTIONS)
        assert {s.parameters["topics"] for s in fits} == {1, 2, 8, 16, 32, 64, 128}
        assert {s.parameters["seed"] for s in fits} == set(range(6))
    # half an hour on two cores is what the whole may take
    assert sum(setting.cost for setting in full) / 2 < 30 * 60


def test_quick_settings_are_some_of_the_full_ones() -> None:
    assert {s.key for s in settings(quick=True)} < {s.key for s in settings(quick=False)}


def test_the_twelve_kernels_are_those_of_the_library(
    found: dict[str, np.ndarray], model: PLSI, counts: csr_array, queries: csr_array
) -> None:
    assert set(found) == set(NAMES)
    for name in KERNELS:
        part, kind = name.split()
        kernel = FisherKernel(
            model,
            "iid" if kind.endswith("IID") else "hofmann",
            "diagonal" if kind.startswith("DFIM") else "identity",
            {"K": "both", "Kw": "words", "Kz": "topics"}[part],
        ).fit(counts)
        np.testing.assert_allclose(found[name], kernel.gram(queries), rtol=1e-6, atol=1e-12, err_msg=name)
    root = FisherKernel(model, "hofmann", "sqrt-diagonal", "words").fit(counts)
    np.testing.assert_allclose(found[ROOT], root.gram(queries), rtol=1e-6)


def test_the_appendix_at_its_word_divides_by_the_information_of_plain_derivatives(
    found: dict[str, np.ndarray], model: PLSI, counts: csr_array, queries: csr_array
) -> None:
    p_w, p_z_d, p_z_q = (
        np.asarray(a, dtype=np.float64)
        for a in (model.p_w_given_z_, model.p_z_given_d_, model.transform(queries))
    )

    def derivatives(texts: csr_array, shares: np.ndarray) -> np.ndarray:
        """By P(w|z): P̂(w|d) P(z|d,w) / P(w|z), (n, V, K)."""
        dense = texts.toarray()
        frequencies = dense / np.maximum(dense.sum(axis=1, keepdims=True), 1)
        return frequencies[:, :, None] * shares[:, None, :] / (shares @ p_w)[:, :, None]

    of_documents, of_queries = derivatives(counts, p_z_d), derivatives(queries, p_z_q)
    information = (of_documents**2).sum(axis=0)
    for name, exponent in ((LITERAL, 1.0), (ROOT_LITERAL, 0.5)):
        weights = np.divide(
            p_w.T, information**exponent, out=np.zeros_like(information), where=information > 0
        )
        expected = np.einsum("qwz,dwz,wz->qd", of_queries, of_documents, weights)
        np.testing.assert_allclose(found[name], expected, rtol=1e-4, err_msg=name)


def test_kl_is_minus_the_divergence_and_puts_empty_documents_last(
    found: dict[str, np.ndarray], model: PLSI, queries: csr_array
) -> None:
    p_w_d = model.p_z_given_d_.astype(np.float64) @ model.p_w_given_z_
    for query, row in enumerate(queries.toarray()):
        words = np.flatnonzero(row)
        shares = row[words] / row.sum()
        expected = (shares * np.log(p_w_d[:, words] / shares)).sum(axis=1)
        expected[7] = -np.inf
        np.testing.assert_allclose(found[KL][query], expected, rtol=1e-5)


def test_bm25_is_the_formula(counts: csr_array, queries: csr_array) -> None:
    dense, asked = counts.toarray().astype(float), queries.toarray()
    df, lengths = (dense > 0).sum(axis=0), dense.sum(axis=1)
    idf = np.log1p((len(dense) - df + 0.5) / (df + 0.5))
    saturated = dense / (dense + 1.2 * (0.25 + 0.75 * lengths / lengths.mean())[:, None])
    expected = (asked * idf) @ saturated.T
    expected[asked @ dense.T == 0] = -np.inf
    np.testing.assert_allclose(bm25(counts, queries), expected, rtol=1e-6)


def test_plain_em_is_a_hundred_plain_iterations(counts: csr_array) -> None:
    with pytest.warns(match="converge"):
        expected = PLSI(3, max_iter=100, tol=0, seed=1).fit(counts)
    np.testing.assert_allclose(
        fitted(counts, PLAIN, 3, seed=1).p_w_given_z_, expected.p_w_given_z_, rtol=1e-5
    )


def test_the_prior_is_worth_a_tenth_of_the_words_of_a_topic(counts: csr_array) -> None:
    for n_topics in (1, 8):
        constants = VARIANTS[TEMPERED].constants(counts, n_topics)
        assert constants.prior * counts.shape[1] == pytest.approx(counts.sum() / n_topics / 10)
        assert constants.topic_prior == 0.1


def made_up(
    value: Value, quick: bool = False, bm25_of: Callable[[str], float] = lambda name: 40.0
) -> Results:
    """Results of all settings as a function says; the starts differ by −1, 0, 1 … around their mean."""
    outcomes = []
    for setting in settings(quick):
        parameters = setting.parameters
        collection = str(parameters["collection"])
        if parameters["what"] == FIT:
            em, topics, seed = str(parameters["em"]), int(parameters["topics"]), int(parameters["seed"])
            of_names = {
                name: (value(collection, em, name, topics) + (seed - 2.5) / 10) / 100 for name in NAMES
            }
            result = {"fit_seconds": 2.0, "MAP": of_names, "Rprec": of_names}
            result["precision"] = dict.fromkeys(NAMES, [0.5] * 11)
        else:
            lexical = {"BM25": bm25_of(collection) / 100}
            result = {"MAP": lexical, "Rprec": lexical, "precision": {"BM25": [0.4] * 11}}
            result |= {"terms": 9, "occurrences": 100_000, "documents": 1400, "mean_document": 70.0}
            result |= {"queries": 100, "mean_query": 9.0, "judged_queries": 80}
        outcomes.append(Outcome(parameters, result))
    return Results("chappelier2009", 1, quick, tuple(outcomes), environment={"cores": 2})


def as_the_paper_says(collection: str, em: str, name: str, topics: int) -> float:
    """A world in which all seven findings hold."""
    share = np.log2(topics) / 7
    if name == KL:
        return 5 + 46 * share
    words, alone = 40.0, 2 + 28 * share
    part, kind = name.split(maxsplit=1)
    if "DFIM" in kind:
        return {"K": 45.2, "Kw": 45.0, "Kz": alone}[part] + (1.5 if kind.endswith("IID") else 0.0)
    return {"K": words - 9 * share**2, "Kw": words, "Kz": alone}[part]


def marks(value: Value, **options: Callable[[str], float]) -> list[bool]:
    return [finding.seen for finding in findings(Grid(made_up(value, **options)), PLAIN)]


def test_findings_are_seen_where_they_hold() -> None:
    assert marks(as_the_paper_says) == [True] * 7


@pytest.mark.parametrize(
    ("changed", "number"),
    [
        (lambda name, topics, value: value + 3 if name == "K IID" else value, 1),
        (lambda name, topics, value: value - 12 if name.startswith("K DFIM") else value, 2),
        (lambda name, topics, value: 40.0 if name == "K H" else value, 3),
        (lambda name, topics, value: value - 4 if name == "Kw DFIM-H" else value, 4),
        (lambda name, topics, value: value - 20 if name == KL and topics == 128 else value, 5),
        (lambda name, topics, value: value - 6 if name == KL else value, 6),
    ],
)
def test_findings_flip_with_the_numbers(changed: Callable[[str, int, float], float], number: int) -> None:
    def value(collection: str, em: str, name: str, topics: int) -> float:
        return changed(name, topics, as_the_paper_says(collection, em, name, topics))

    assert marks(value)[number - 1] is False


def test_a_better_bm25_on_one_of_the_two_difficult_collections_refutes_the_last_finding() -> None:
    assert marks(as_the_paper_says, bm25_of=lambda name: 99.0 if name == "cran" else 40.0)[6] is True
    assert marks(as_the_paper_says, bm25_of=lambda name: 99.0 if name == "cisi" else 40.0)[6] is False


def test_means_have_the_deviation_of_the_starts_and_the_best_is_the_highest_mean() -> None:
    def value(collection: str, em: str, name: str, topics: int) -> float:
        return 50.0 if (name, topics) == ("Kz IID", 16) else 20.0

    grid = Grid(made_up(value))
    starts = [(seed - 2.5) / 10 for seed in range(6)]
    mean = grid.mean("med", PLAIN, 8, KL)
    assert mean.value == pytest.approx(20.0)
    assert mean.deviation == pytest.approx(np.std(starts, ddof=1))
    best = grid.best("med", TEMPERED)
    assert (best.name, best.topics, best.mean.value) == ("Kz IID", 16, pytest.approx(50.0))
    assert Mean.of([3.0]) == Mean(3.0, None)


def test_table_2_sets_published_beside_plain_and_tempered() -> None:
    def value(collection: str, em: str, name: str, topics: int) -> float:
        return TABLE_2[collection].kl + (-10 if em == PLAIN else 1) if name == KL else 3.0

    rows = {row[0]: row[1:] for row in main_results(Grid(made_up(value))).rows}
    assert rows[f"MED: S_KL, |Z| = {KL_TOPICS}"] == ("52.8", "42.8 ± 0.2", "-10.0", "53.8 ± 0.2", "+1.0")
    assert rows["TIME: BM25"] == ("69.2", "40.0", "-29.2", "40.0", "-29.2")
    assert rows["MED: K H, |Z| = 32, the best printed"][0] == "53.8"
    assert rows["CRAN: best PLSI similarity"][3].endswith("(S_KL, 1)")
    assert rows["AP89_01XX: Kw H"] == ("16.5", *[NOTHING] * 4)


def test_the_grid_has_a_row_a_similarity_and_a_column_a_number_of_topics() -> None:
    table = whole_grid(Grid(made_up(as_the_paper_says)), "cisi", TEMPERED)
    assert [row[0] for row in table.rows] == [*THIRTEEN, *(f"{name} (ours)" for name in OURS)]
    assert table.header == ("similarity", "1", "2", "8", "16", "32", "64", "128")
    assert table.rows[THIRTEEN.index(KL)][-1] == "51.0 ± 0.2"


def test_the_parts_of_tempering_are_tabled_from_the_first_start_where_they_were_run() -> None:
    def value(collection: str, em: str, name: str, topics: int) -> float:
        return 30.25 + list(VARIANTS).index(em)

    tables = ablations(Grid(made_up(value)))
    assert [row[1] for row in tables[0].rows] == ["30.0", "31.0", "32.0", "33.0", "34.0"]
    assert tables[-1].rows[0] == ("published", "22.9", "39.6", "49.1", "19.5", "52.8")
    assert ablations(Grid(made_up(value, quick=True))) == []


def test_a_quick_run_makes_a_page_and_its_numbers_are_those_of_naive_loops(
    data_folder: Path, tmp_path: Path
) -> None:
    results = run_study(STUDY, Places(data_folder, tmp_path), quick=True, workers=1)
    grid = Grid(results)
    assert grid.bm25("med") == pytest.approx(TABLE_2["med"].bm25, abs=2)
    assert grid.facts("med")["documents"] == 1033
    data = retrieval_data(data_folder, "med")
    model = fitted(data.counts, TEMPERED, 2, seed=1)
    kernel = FisherKernel(model).fit(data.counts).gram(data.queries)
    expected = np.mean([naive_precision(*pair) for pair in zip(kernel, data.relevant, strict=True)])
    stored = results.one(what=FIT, collection="med", em=TEMPERED, topics=2, seed=1).result
    assert stored["MAP"]["K H"] == pytest.approx(expected, abs=1e-5)
    assert stored["precision"]["K H"][0] > stored["MAP"]["K H"]
    page, *figures = write_page(tmp_path, STUDY, results, STUDY.report(results))
    text = page.read_text(encoding="utf-8")
    assert "| MED: Kw H | 49.8 |" in text
    assert text.count("![") == 5
    assert len(figures) == 10
    assert all(file.stat().st_size > 10_000 for file in figures)


def naive_precision(similarities_of_query: np.ndarray, relevant: np.ndarray) -> float:
    order = sorted(range(len(similarities_of_query)), key=lambda doc: (-similarities_of_query[doc], doc))
    wanted, hits, total = set(relevant.tolist()), 0, 0.0
    for rank, document in enumerate(order, 1):
        if document in wanted:
            hits += 1
            total += hits / rank
    return total / len(wanted)
