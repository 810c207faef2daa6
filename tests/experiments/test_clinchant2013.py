"""The study of Clinchant and Perronnin: settings, word vectors, what the report concludes, one quick run."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from ilk.corpus.collections.labelled import NEWSGROUPS as GROUPS
from ilk.experiments.clinchant2013 import STUDY, published
from ilk.experiments.clinchant2013.clustering import SINGULAR as V_ALONE
from ilk.experiments.clinchant2013.clustering import TEMPERED, UNWEIGHTED
from ilk.experiments.clinchant2013.embedded import GLOVE_FILE, averaged, embedding_of, lsi_of, reading_of
from ilk.experiments.clinchant2013.findings import findings
from ilk.experiments.clinchant2013.retrieval import SHARES, cosines, standardised
from ilk.experiments.clinchant2013.settings import (
    BASELINES,
    CLUSTERING,
    COST,
    DAMPED,
    FV,
    GLOVE,
    GROWTH,
    JUDGED,
    LSI,
    PLSA,
    RETRIEVAL,
    SAMPLE,
    SUMMING,
    TFIDF,
    UNIT,
    UNIT_TFIDF,
    UNSEEN,
    YULE,
    powers,
)
from ilk.experiments.clinchant2013.texts import Which, counted
from ilk.experiments.clinchant2013.view import Spread, View, Words
from ilk.experiments.pages import write_page
from ilk.experiments.report import Finding
from ilk.experiments.results import Outcome, Results
from ilk.experiments.retrieval_data import retrieval_data
from ilk.experiments.running import Places, run_study
from ilk.experiments.study import Parameters
from ilk.models.weighting import damped
from ilk.stored_models import EMBEDDING_SIZE, N_GAUSSIANS, fit_fisher_vectors

Change = Callable[[Parameters, Any], Any]


def as_published(parameters: Parameters) -> Any:
    """Give what the paper prints, or something of the same shape, for the setting with these parameters."""
    part = parameters["part"]
    if part == CLUSTERING:
        return clusters_as_published(parameters)
    if part == RETRIEVAL:
        numbers = powers(parameters["largest"])
        found = {n: {"AP": 12 + min(n, 16) / 2, "power": 12.0, "with PL2": 38.0} for n in numbers}
        return {"average": 9.2, **{str(n): row for n, row in found.items()}}
    if part == BASELINES:
        printed = published.RETRIEVAL["CLEF03"]
        lsi = {str(e): value for e, value in published.LSI_BY_DIMENSIONS["CLEF03"].items()}
        size = {"documents": 1000, "terms": 9000, "queries": 30, "words": 90_000}
        v_alone = {e: value + 1 for e, value in lsi.items()}
        return {**size, "PL2": printed["PL2"], "TF-IDF": printed["TF-IDF"], "LSI": lsi, "LSI, V": v_alone}
    if part in {GROWTH, SAMPLE, UNSEEN}:
        return smaller_part(parameters)
    fitted = {str(n): {"fit": float(n), "transform": 0.5, "query": 2.0 * n} for n in (1, 2, 4)}
    base = {"PL2": {"fit": 0.1, "query": 0.1}, "LSI": {"fit": 2.0, "query": 1.0}}
    return {"documents": 19_043, "words": 1_500_000, **base, **fitted}


def smaller_part(parameters: Parameters) -> Any:
    """Give what the parts of samples, of unseen words and of sizes give."""
    if parameters["part"] == GROWTH:
        size = int(parameters["documents"]) or 18_846
        found = {str(n): 30.0 + n for n in powers(parameters["largest"])}
        return {"documents": size, "LSI": 20.0, "TF-IDF": 25.0, "average": 22.0, **found}
    if parameters["part"] == SAMPLE:
        classes = "documents" in parameters
        return {"samples": {str(n): [45.0, v] if classes else v for n, v in published.BY_SAMPLE.items()}}
    return {str(s): {"with": 20.0, "without": 20.0 - (1 - s), "unseen": 100 * (1 - s) / 2} for s in SHARES}


def clusters_as_published(parameters: Parameters) -> dict[str, list[float]]:
    """Give table 2, the best Fisher vectors with 8 Gaussians; those of Yule always above averaged words."""
    printed = {name: list(pair) for name, pair in published.CLUSTERING["20NG"].items()}
    if parameters["method"] != FV:
        ari, nmi = printed[str(parameters["method"])]
        lower = {name: [ari - 1, nmi - 1] for name in (TEMPERED, UNWEIGHTED)}
        return {"plain": [ari, nmi], V_ALONE: [ari + 1, nmi + 1], **lower, "size": [18_846, 29_813, 20]}
    ari, nmi = printed["FV"]
    numbers = powers(parameters["largest"], smallest := parameters.get("smallest", 1))
    found = {str(n): [ari - abs(n - 8), nmi - abs(n - 8)] for n in numbers}
    return {**({"average": [20.0, 30.0]} if smallest == 1 else {}), **found}


def made(change: Change = lambda _, result: result, quick: bool = False) -> Results:
    """Make results of the whole study; `change` may alter what a setting gives."""
    outcomes = [
        Outcome(setting.parameters, change(setting.parameters, as_published(setting.parameters)))
        for setting in STUDY.settings(quick)
    ]
    return Results(STUDY.name, STUDY.revision, quick, tuple(outcomes), environment={"cores": 2})


def finding(results: Results, words: str) -> Finding:
    """Return the one finding whose statement has these words."""
    (found,) = (f for f in findings(View(results)) if words in f.statement)
    return found


def test_the_settings_are_those_of_the_paper() -> None:
    settings = [setting.parameters for setting in STUDY.settings(False)]
    for method in (PLSA, "LDA", LSI):
        assert [s["seed"] for s in settings if s.get("method") == method] == list(range(20))
    table_2 = [s for s in settings if s.get("method") == FV and s["embedding"] == SUMMING]
    assert [(s["seed"], s["dimensions"], s["largest"]) for s in table_2] == [(n, 20, 16) for n in range(20)]
    for collection in JUDGED:
        searched = [s for s in settings if s["part"] == RETRIEVAL and s["collection"] == collection]
        assert {s["embedding"] for s in searched} >= {SUMMING, YULE, GLOVE}
        assert {s["dimensions"] for s in searched if s["embedding"] == SUMMING} == {50, 200}
        assert {s["dimensions"] for s in searched if s["embedding"] == TFIDF} == {50, 200}
    assert powers(32) == [1, 2, 4, 8, 16, 32]
    assert powers(32, 16) == [16, 32]


@pytest.mark.parametrize("quick", [False, True])
def test_settings_have_keys_of_their_own_and_all_parts(quick: bool) -> None:
    settings = STUDY.settings(quick)
    assert len({setting.key for setting in settings}) == len(settings)
    parts = {setting.parameters["part"] for setting in settings}
    assert parts == {CLUSTERING, RETRIEVAL, BASELINES, SAMPLE, UNSEEN, GROWTH, COST}
    assert all(setting.cost > 0 for setting in settings)


def test_a_quick_run_is_a_fraction_of_the_full_one() -> None:
    quick, full = (sum(setting.cost for setting in STUDY.settings(q)) for q in (True, False))
    assert quick < full / 50


def test_standardised_similarities_have_mean_0_and_deviation_1() -> None:
    similarities = np.array([[1.0, 2.0, 6.0], [4.0, 4.0, 4.0]])
    found = standardised(similarities)
    np.testing.assert_allclose(found.mean(axis=1), 0, atol=1e-12)
    np.testing.assert_allclose(found.std(axis=1), [1, 0], atol=1e-12)  # equal ones stay equal


@pytest.fixture(scope="module")
def groups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write five newsgroups of ten messages with words of their own, and vectors for some of the words."""
    data = tmp_path_factory.mktemp("data")
    rng = np.random.default_rng(0)
    for place, group in enumerate(sorted(GROUPS)):
        folder = data / "20newsgroups" / group
        folder.mkdir(parents=True)
        own = [f"word{'abcde'[place]}{letter}" for letter in "uvwxyz"]
        for number in range(10):
            words = [*rng.choice(own, 12), "jumping", *["jumps"] * 3, "unknownthing"]
            text = f"From: someone\nSubject: {words[0]}\n\n{' '.join(words)}\n"
            (folder / str(number)).write_text(text, encoding="utf-8")
    (data / "embeddings").mkdir()
    vectors = {"jumping": np.arange(100), "jumps": np.ones(100), "never": np.zeros(100)}
    lines = [f"{word} {' '.join(str(float(x)) for x in vector)}" for word, vector in vectors.items()]
    with gzip.open(data / "embeddings" / GLOVE_FILE, "wt", encoding="utf-8") as file:
        file.write(f"{len(lines)} 100\n" + "\n".join(lines) + "\n")
    return data


@pytest.mark.parametrize(
    "how", [{"method": LSI}, {"method": FV, "embedding": UNIT, "dimensions": 5, "largest": 1}]
)
def test_groups_with_words_of_their_own_are_found_again(groups: Path, how: dict[str, Any]) -> None:
    result: Any = STUDY.run({"part": CLUSTERING, **how, "documents": 0, "seed": 1}, groups)
    assert [100.0, 100.0] in result.values()


def test_a_stem_has_the_mean_of_its_words_as_often_as_they_occur(groups: Path) -> None:
    which = Which(groups, "20newsgroups")
    embedding, terms = embedding_of(which, GLOVE, 100), list(counted(which).terms)
    stem = terms.index("jump")
    expected = (50 * np.arange(100) + 150 * np.ones(100)) / 200
    np.testing.assert_allclose(embedding.vectors[stem], expected, rtol=1e-6)
    assert embedding.known.sum() == 1  # no other word is in the file


def test_the_words_of_lsi_sum_up_to_its_documents(groups: Path) -> None:
    which = Which(groups, "20newsgroups")
    lsi, counts = lsi_of(which, 4), counted(which).counts
    weighted = csr_array((damped(counts.data), counts.indices, counts.indptr), shape=counts.shape)
    sums = averaged(weighted, embedding_of(which, SUMMING, 4))
    documents = lsi.document_vectors_ / np.linalg.norm(lsi.document_vectors_, axis=1, keepdims=True)
    np.testing.assert_allclose(sums, documents, atol=1e-5)


def test_readings_weigh_words_as_their_names_say() -> None:
    counts, idf = csr_array(np.array([[0, 3, 1], [2, 0, 0]])), np.array([1.0, 2.0, 4.0])
    assert reading_of(SUMMING).weighed(counts, idf) is counts
    np.testing.assert_allclose(reading_of(DAMPED).weighed(counts, idf).toarray(), np.log1p(counts.toarray()))
    for name, vectors in ((TFIDF, SUMMING), (UNIT_TFIDF, UNIT)):
        reading = reading_of(name)
        np.testing.assert_allclose(reading.weighed(counts, idf).toarray(), np.log1p(counts.toarray()) * idf)
        assert (reading.vectors, reading.variance_floor) == (vectors, 0.5)


def test_damped_words_of_lsi_rank_as_lsi_does(data_folder: Path) -> None:
    how = {"part": RETRIEVAL, "embedding": DAMPED, "dimensions": 50, "largest": 1, "seed": 0}
    found: Any = STUDY.run({**how, "collection": "med"}, data_folder)
    lsi: Any = STUDY.run({"part": BASELINES, "collection": "med", "seed": 0}, data_folder)
    assert found["average"] == pytest.approx(lsi["LSI"]["50"], abs=0.05)


def test_the_fisher_vectors_of_an_index_are_those_of_the_study_by_tf_idf(data_folder: Path) -> None:
    how = {"part": RETRIEVAL, "embedding": TFIDF, "dimensions": EMBEDDING_SIZE, "largest": 1, "seed": 0}
    studied: Any = STUDY.run({**how, "collection": "med"}, data_folder)
    judged = retrieval_data(data_folder, "med")
    model, idf = fit_fisher_vectors(judged.counts, seed=0)
    queries = reading_of(TFIDF).weighed(judged.queries, idf)
    mean = 100 * judged.measures(cosines(model.transform(queries), model.features_))["AP"].mean()
    assert mean == pytest.approx(studied[str(N_GAUSSIANS)]["AP"], abs=0.05)
    assert mean > 65


def test_messages_of_groups_with_words_of_their_own_are_found_by_a_subject(groups: Path) -> None:
    where = {"part": GROWTH, "collection": "20newsgroups", "documents": 0}
    how = {"embedding": TFIDF, "dimensions": 5, "largest": 1, "seed": 0}
    found: Any = STUDY.run({**where, **how}, groups)
    assert found["documents"] == 50
    assert found["LSI"] == 100
    assert found["1"] > 95


def test_with_the_printed_numbers_every_finding_is_seen() -> None:
    judged = findings(View(made()))
    assert [f.statement for f in judged if not f.seen] == []
    assert len(judged) == 18


def test_with_the_printed_numbers_table_2_has_no_differences() -> None:
    clustering = next(s for s in STUDY.report(made()).sections if s.heading == "Clustering")
    for table in clustering.tables[:2]:
        rows = {row[0]: row for row in table.rows}
        ours = [row for label, row in rows.items() if label.startswith("20NG")]
        assert [row[3] for row in ours] == ["+0.0"] * 4
        assert "20NG, FV (8 Gaussians)" in rows
        assert rows["TDT, LDA"][2:] == ("–", "–")  # the collection is not free to use


def lowered_fisher_vectors(parameters: Parameters, result: Any) -> Any:
    """Let the clusters of Fisher vectors be worse."""
    if parameters.get("method") != FV:
        return result
    return {name: [ari - 10, nmi - 10] for name, (ari, nmi) in result.items()}


def strong_lsi(parameters: Parameters, result: Any) -> Any:
    """Let LSI be the best of all, as it is in small collections."""
    if parameters["part"] != BASELINES:
        return result
    return {**result, "LSI": dict.fromkeys(result["LSI"], 70.0)}


def strong_small_lsi(parameters: Parameters, result: Any) -> Any:
    """Let LSI of few dimensions be the best of all."""
    if parameters["part"] != BASELINES:
        return result
    return {**result, "LSI": {**result["LSI"], "50": 70.0}}


def falling(parameters: Parameters, result: Any) -> Any:
    """Let MAP fall with the number of Gaussians, below averaged words."""
    if parameters["part"] != RETRIEVAL:
        return result
    return {n: {**row, "AP": 9 / int(n)} if n != "average" else row for n, row in result.items()}


def unstable(parameters: Parameters, result: Any) -> Any:
    """Let small samples be worse, and words that were not seen be of no use."""
    if parameters["part"] == SAMPLE:
        smallest = next(iter(result["samples"]))
        worse = [1.0, 2.0] if "documents" in parameters else 2.0
        return {"samples": {**result["samples"], smallest: worse}}
    if parameters["part"] == UNSEEN:
        return {s: {**row, "with": 20 * float(s), "without": 20.0} for s, row in result.items()}
    return result


@pytest.mark.parametrize(
    ("change", "statement"),
    [
        (lowered_fisher_vectors, "cluster 20 Newsgroups better than all others"),
        (strong_lsi, "better than LSI with as many dimensions (counts)"),
        (strong_lsi, "better than LSI with as many dimensions (tf-idf)"),
        (strong_small_lsi, "better than LSI with as many dimensions (counts)"),
        (strong_lsi, "LSI with more dimensions does not reach Fisher vectors (counts)"),
        (strong_lsi, "LSI with more dimensions does not reach Fisher vectors (tf-idf)"),
        (strong_lsi, "LSI (e = 200) is below TF-IDF"),
        (falling, "rises up to 16 Gaussians (LSI's words summed by counts, e = 50)"),
        (falling, "rises up to 16 Gaussians (LSI's words summed by tf-idf, e = 200)"),
        (falling, "beat averaged words"),
        (unstable, "hardly matters"),
        (unstable, "serves for all"),
        (unstable, "has not seen count"),
    ],
)
def test_findings_flip_with_the_numbers(change: Change, statement: str) -> None:
    assert finding(made(), statement).seen
    assert not finding(made(change), statement).seen


def test_the_summary_takes_its_numbers_from_the_results() -> None:
    assert "FV 60.7 (60.7 printed)" in STUDY.report(made()).summary
    every = "above LSI of as many dimensions on 5 of 5 collections with e = 50 and 5 of 5 collections with e"
    assert every in STUDY.report(made()).summary
    assert "MAP with 16 Gaussians is below MAP with one on 0 of 5" in STUDY.report(made()).summary
    assert "MAP with 16 Gaussians is below MAP with one on 5 of 5" in STUDY.report(made(falling)).summary
    lowered = STUDY.report(made(lowered_fisher_vectors)).summary
    assert "FV 50.7 (60.7 printed)" in lowered
    small = STUDY.report(made(strong_small_lsi)).summary
    assert "dimensions on 0 of 5 collections with e = 50 and 5 of 5 collections with e = 200" in small


def opposite_seeds(parameters: Parameters, result: Any) -> Any:
    """Let one seed be better on MED and as much worse on CRAN, and another the other way round."""
    sign = {"med": 1, "cran": -1}.get(str(parameters.get("collection")), 0) * (1 - int(parameters["seed"]))
    if parameters["part"] == RETRIEVAL:
        return {n: r if n == "average" else {**r, "AP": r["AP"] + sign} for n, r in result.items()}
    if parameters["part"] == UNSEEN:
        return {share: {**row, "with": row["with"] + sign} for share, row in result.items()}
    return result


def test_a_mean_over_collections_varies_as_the_means_of_the_seeds_do() -> None:
    view, words = View(made(opposite_seeds)), Words(SUMMING, 50)
    assert view.retrieval("med", words)[1].deviation == pytest.approx(np.std(range(5), ddof=1))
    assert view.mean_retrieval(words)[1] == Spread(12.5, 0.0, 5)
    assert view.mean_by_share("with")[0.05] == Spread(20.0, 0.0, 5)


def test_the_cost_of_fisher_vectors_includes_the_fit_of_the_words() -> None:
    (table,) = next(s for s in STUDY.report(made()).sections if s.heading == "The cost").tables
    rows = {row[0]: row for row in table.rows}
    assert rows["LSI"][3] == "1.00"
    assert rows["FV, 1 Gaussian"][3] == "1.75"  # (2 of LSI + 1 + 0.5) / 2


def test_tables_say_over_how_many_runs_means_are() -> None:
    sections = {section.heading: section for section in STUDY.report(made()).sections}
    rows = {row[0]: row[-1] for table in sections["Clustering"].tables[2:] for row in table.rows}
    assert rows["PLSA, plain EM"] == "20"
    assert rows["LSI, u of length 1 (ours), e = 20"] == "20 (1 to 8), 3 (16 to 32)"
    assert rows["Yule, e = 50"] == "3"
    captions = [table.caption for table in sections["Retrieval"].tables]
    assert "MAP in percent by number of Gaussians: LSI, idf·u, e = 50, means over 5 seeds" in captions


def test_the_share_that_many_gaussians_keep_is_told_for_each_size() -> None:
    section = next(s for s in STUDY.report(made()).sections if s.heading == "The size of the collection")
    assert "16 Gaussians have 148 %, 148 %, 148 % of the MAP of one, in 1,000, 4,000, 18,846" in section.text
    assert [row[0] for row in section.tables[0].rows][2] == "18,846 messages, counts"


def test_a_report_on_a_part_of_the_settings_says_what_there_is() -> None:
    whole = made()
    few = [o for o in whole.outcomes if o.parameters["part"] in {CLUSTERING, RETRIEVAL, BASELINES}]
    few = [o for o in few if o.parameters["seed"] == 0 and o.parameters.get("method") != "LDA"]
    results = Results(STUDY.name, STUDY.revision, False, tuple(few), environment={"cores": 2})
    headings = [section.heading for section in STUDY.report(results).sections]
    assert headings[1:4] == ["Clustering", "Retrieval", "Other word vectors"]
    assert headings[4:] == ["The paper's findings"]
    assert "1 of PLSA, 0 of LDA" in STUDY.report(results).sections[1].text


def test_every_collection_has_its_panel() -> None:
    drawn = {figure.name: figure.draw() for figure in STUDY.report(made()).figures}
    titles = [axes.get_title() for axes in drawn["clinchant2013-1-retrieval"].axes]
    assert titles[:5] == ["MED", "CRAN", "CISI", "CACM", "TIME"]
    for name in ("clinchant2013-1-retrieval", "clinchant2013-2-embeddings"):
        assert drawn[name].get_size_inches()[0] == pytest.approx(
            7.2
        )  # 10 points are still 5 at half the width
    left, right = drawn["clinchant2013-2-embeddings"].axes
    assert left.get_ylabel() == "NMI (%)"
    assert right.get_ylabel() == "mean MAP (%)"


def test_a_quick_run_matches_a_naive_computation(data_folder: Path, tmp_path: Path) -> None:
    results = run_study(STUDY, Places(data_folder, tmp_path), quick=True, workers=1)
    write_page(tmp_path, STUDY, results, STUDY.report(results))
    page = (tmp_path / "clinchant2013.md").read_text(encoding="utf-8")
    assert "Table 2, NMI in percent" in page
    assert len(list((tmp_path / "figures").glob("clinchant2013-*.png"))) == 4
    view = View(results)
    assert view.baselines("med")["TF-IDF"] == pytest.approx(_tfidf_by_hand(data_folder), abs=0.01)
    # one Gaussian is a linear map: Fisher vectors are then near to averaged words
    (words, *_) = (w for w in view.retrieved_words() if w.embedding == SUMMING)
    average = view.average("med", words)
    assert view.retrieval("med", words)[1].mean == pytest.approx(average, abs=3)
    # every document was used for the mixture: there is no unseen word to leave out
    assert view.by_share("med", "with")[1.0] == view.by_share("med", "without")[1.0]


def _tfidf_by_hand(data: Path) -> float:
    """Return MAP in percent of the cosine of ln(1 + n) · ln(1 + N/df) on MED."""
    collection = retrieval_data(data, "med")
    idf = np.log(1 + collection.counts.shape[0] / np.bincount(collection.counts.indices))
    documents, queries = (
        np.log(1 + m.toarray().astype(float)) * idf for m in (collection.counts, collection.queries)
    )
    precisions = []
    for query, relevant in zip(queries, collection.relevant, strict=True):
        cosines = documents @ query / np.linalg.norm(documents, axis=1)
        ranking = np.argsort(-cosines, kind="stable").tolist()
        found, total = 0, 0.0
        for rank, document in enumerate(ranking, 1):
            if document in set(relevant.tolist()):
                found += 1
                total += found / rank
        precisions.append(total / len(relevant))
    return 100 * float(np.mean(precisions))
