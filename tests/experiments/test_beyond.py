"""The study of the default: what it runs, what it says of numbers that are known, and a quick run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ilk.corpus.collections import open_collection
from ilk.default.constants import FitConstants, Weights
from ilk.default.model import fit_model
from ilk.evaluation import evaluate
from ilk.evaluation.dense import average_precisions
from ilk.experiments.beyond import STUDY
from ilk.experiments.beyond.claims import claims
from ilk.experiments.beyond.constants import RANGES, drawn
from ilk.experiments.beyond.cost import Stages
from ilk.experiments.beyond.families import FAMILIES, family_of
from ilk.experiments.beyond.honesty import choices, gains, ratios, share_above_bm25
from ilk.experiments.beyond.honesty_tables import left_one_out
from ilk.experiments.beyond.measuring import NEVER, ranks_of
from ilk.experiments.beyond.recipe import LEFT_OUT, first_models
from ilk.experiments.beyond.settings import COLLECTIONS, LARGEST_ENSEMBLE, SEEDS, settings
from ilk.experiments.beyond.similarities import MEASURES
from ilk.experiments.beyond.tables import glance, ranked
from ilk.experiments.beyond.titles import same_topics
from ilk.experiments.beyond.view import View
from ilk.experiments.pages import write_page
from ilk.experiments.results import Outcome, Results
from ilk.experiments.running import Places, run_study
from ilk.records import Document, Judgement
from ilk.similarities import MODELS_NEEDED
from ilk.trials import judge, rank_collection

MAPS = {"bm25": 0.50, "bm25-rm3": 0.55, "lsi": 0.58, "plsi-h": 0.40, "ilk": 0.62}
N_QUERIES = 10


def spread(mean: float, by: float = 0.1) -> list[float]:
    """AP of queries, half of them below the mean and half above."""
    return [mean - by, mean + by] * (N_QUERIES // 2)


def made(
    maps: Mapping[str, float] = MAPS,
    *,
    draws: Mapping[str, list[float]] | None = None,
    starts: tuple[float, ...] = (0.0,),
    left_out: Mapping[str, float] | None = None,
    known: tuple[float, float] = (0.7, 0.69),
    p: float = 0.5,
    scatter: float = 0.1,
) -> Results:
    """Results by hand: the same MAPs on med and time; without more ado every claim holds."""
    outcomes = []
    for name in ("med", "time"):
        outcomes.append(Outcome({"part": "similarities", "collection": name, "seed": 0}, judged(maps)))
        for seed, shift in enumerate(starts):
            lost = dict.fromkeys(LEFT_OUT, 0.55) if left_out is None else left_out
            result = {
                "AP": spread(maps["ilk"] + shift, scatter),
                "left out": {part: value + shift for part, value in lost.items()},
                "models": {"1": 0.59},
            }
            outcomes.append(Outcome({"part": "recipe", "collection": name, "seed": seed}, result))
    for name, values in (draws or {"med": [0.61, 0.5], "time": [0.62, 0.5]}).items():
        outcomes.append(Outcome({"part": "constants", "collection": name, "seed": 0}, values))
    return Results("beyond", 1, True, (*outcomes, *costs(maps), titles(known, p)))


def judged(maps: Mapping[str, float]) -> dict[str, Any]:
    return {
        "queries": N_QUERIES,
        "documents": 100,
        "AP": {name: spread(maps[name]) for name in ("bm25", "bm25-rm3", "lsi", "ilk")},
        "similarities": {
            name: {
                "measures": dict.fromkeys(MEASURES, value),
                "p": {} if name == "bm25" else dict.fromkeys(MEASURES, 0.01),
                "p against lsi": {} if name == "lsi" else {"AP": 0.2},
                "precision": [value] * 11,
            }
            for name, value in maps.items()
        },
    }


def costs(maps: Mapping[str, float]) -> list[Outcome]:
    build = {"documents": 100, "threads": 1, "efforts": {"quick": [9.0, 2.0], "normal": [9.0, 8.0]}}
    milliseconds = {name: [0.1 * place, 0.3 * place] for place, name in enumerate(maps, 1)}
    latency = {"documents": 100, "threads": 1, "models": {"lsi": [3.0, 1.0]}, "milliseconds": milliseconds}
    return [
        Outcome({"part": "build", "collection": "med", "seed": 0}, build),
        Outcome({"part": "latency", "collection": "med", "seed": 0}, latency),
    ]


def titles(known: tuple[float, float], p: float) -> Outcome:
    bm25, ilk = known
    means = {"bm25": bm25, "bm25-rm3": 0.5, "lsi": 0.5, "ilk": ilk}
    found = {"queries": 50, "means": means, "p": {"bm25-rm3": 0.1, "lsi": 0.1, "ilk": p}}
    return Outcome(
        {"part": "titles", "collection": "reuters21578", "seed": 0}, {"documents": 99, "known item": found}
    )


def test_the_full_grid_has_every_part_on_its_collections() -> None:
    full = settings(quick=False)
    parts = [setting.parameters["part"] for setting in full]
    counts = {part: parts.count(part) for part in dict.fromkeys(parts)}
    assert counts == {
        "similarities": 6, "recipe": 30, "constants": 5, "titles": 3, "build": 2, "latency": 2
    }  # fmt: skip
    assert len({setting.key for setting in full}) == len(full)
    quick = settings(quick=True)
    assert {setting.parameters["part"] for setting in quick} == set(counts)
    assert sum(s.cost for s in quick) < 0.1 * sum(s.cost for s in full)


def test_random_starts_share_no_model() -> None:
    models = [seed + number for seed in SEEDS for number in range(LARGEST_ENSEMBLE)]
    assert len(set(models)) == len(models) == 60


def test_constants_are_drawn_from_their_ranges_and_the_same_again() -> None:
    few, many = drawn(3, 0), drawn(40, 0)
    assert many[:3] == few
    assert drawn(3, 1) != few
    for name, choices_ in RANGES.items():
        found = {getattr(c.weights, name) if name in Weights._fields else getattr(c, name) for c in many}
        assert found == set(choices_)


def test_documents_that_are_no_hits_count_nothing() -> None:
    answers = [(np.array([3, 1]), np.array([0.9, 0.2]))]
    relevant = [np.array([0, 1, 3])]
    ranks = ranks_of(answers, relevant, 5)
    assert [row.tolist() for row in ranks] == [[1, 2, NEVER]]
    judgements = [Judgement("q", str(number)) for number in relevant[0]]
    expected = evaluate({"q": ["3", "1"]}, judgements, "AP").score("AP").mean
    assert average_precisions(ranks)[0] == pytest.approx(expected)


def test_the_first_models_of_an_ensemble_are_its_mean() -> None:
    counts = np.random.default_rng(0).poisson(0.8, (40, 30))
    from scipy.sparse import csr_array

    fitting = FitConstants(n_models=4, plain_iterations=2, tempered_iterations=1)
    model = fit_model(csr_array(counts), 0, lambda _, __: None, fitting)
    two = first_models(model, 2)
    alone = fit_model(csr_array(counts), 0, lambda _, __: None, FitConstants(2, 32, 2, 1))
    np.testing.assert_allclose(two.topics_of_documents, alone.topics_of_documents, rtol=2e-3, atol=1e-6)
    np.testing.assert_array_equal(two.lifts, alone.lifts)
    assert first_models(model, 4) is model


def test_stories_with_exactly_the_same_topics_belong_together() -> None:
    topics = [("grain", "wheat")] * 4 + [("wheat", "grain")] + [("wheat",)] * 4 + [()] * 6
    documents = [Document(str(n), "x", metadata={"topics": given}) for n, given in enumerate(topics)]
    groups = same_topics(documents)
    assert sorted(groups) == [0, 1, 2, 3, 4]
    assert groups[4].tolist() == [0, 1, 2, 3, 4]


def test_every_similarity_has_a_family() -> None:
    assert {family_of(name) for name in MODELS_NEEDED} == set(FAMILIES)
    assert family_of("tfidf") == "lexical"
    assert family_of("tfidf-elkan") == "kernel of counts"


def test_stages_keep_the_time_of_models_alone() -> None:
    stages = Stages()
    for stage, done in (("reading", 1), ("fitting lsi", 0), ("fitting lsi", 1)):
        stages(stage, done, 1)
    assert list(stages.models()) == ["lsi"]
    assert stages.models()["lsi"].wall >= 0


def test_gains_are_those_of_the_mean_start_and_the_worst_p() -> None:
    (gain, _) = gains(View(made(starts=(0.0, 0.02))))
    assert gain.difference == pytest.approx(13.0)
    assert (gain.better, gain.worse) == (N_QUERIES, 0)
    assert gain.p == pytest.approx(2 / 2**N_QUERIES)  # all signs, or their opposites
    (worst, _) = gains(View(made(scatter=-0.6)))
    assert worst.p > 0.2
    assert worst.difference == pytest.approx(12.0)


def test_ratios_are_means_over_collections_by_start() -> None:
    view = View(made(starts=(0.0, 0.05), left_out={"feedback": 0.45}))
    np.testing.assert_allclose(ratios(view), [1.24, 1.34])
    np.testing.assert_allclose(ratios(view, "feedback"), [0.9, 1.0])


def test_constants_are_chosen_on_the_other_collections() -> None:
    draws = {"med": [0.51, 0.7, 0.6], "time": [0.9, 0.52, 0.4]}
    view = View(made(draws=draws))
    med, time = choices(view)
    assert (med.chosen, med.best) == pytest.approx((51.0, 70.0))  # the best on time is the first
    assert (time.chosen, time.best) == pytest.approx((52.0, 90.0))
    assert share_above_bm25(view) == pytest.approx(2 / 3)
    rows = {row[0]: row[1:] for row in left_one_out(view).rows}
    assert rows["chosen on the other collections"] == ("51.0", "52.0", "1.030")


def test_one_collection_leaves_none_to_choose_on() -> None:
    results = made(draws={"med": [0.5, 0.6]})
    assert choices(View(results)) == []
    assert "Constants chosen without the collection" not in [
        s.heading for s in STUDY.report(results).sections
    ]


def test_the_glance_has_published_and_ours() -> None:
    table = glance(View(made(starts=(0.0, 0.02))))
    assert table.rows[0] == (
        "med",
        "50.0",
        "55.0",
        "58.0",
        "53.8",
        "63.0 ± 1.4",
        "+13.0",
        "0.002",
        "10 / 0",
    )


def test_similarities_stand_by_their_ratio_to_bm25() -> None:
    assert ranked(View(made())) == ["ilk", "lsi", "bm25-rm3", "bm25", "plsi-h"]


def test_every_claim_can_hold() -> None:
    assert [claim.seen for claim in claims(View(made()))] == [True] * 9


@pytest.mark.parametrize(
    ("number", "changed"),
    [
        (1, made(MAPS | {"ilk": 0.45})),
        (2, made(scatter=-0.6)),
        (3, made(MAPS | {"ilk": 0.57})),
        (4, made(MAPS | {"ilk": 0.52})),
        (5, made(MAPS | {"plsi-h": 0.65})),
        (6, made(MAPS | {"ilk": 0.45})),
        (7, made(left_out={"feedback": 0.63})),
        (8, made(draws={"med": [0.5, 0.6], "time": [0.6, 0.5]})),
        (9, made(known=(0.7, 0.6), p=0.01)),
    ],
)
def test_a_claim_falls_with_its_numbers(number: int, changed: Results) -> None:
    assert not claims(View(changed))[number - 1].seen


def test_the_summary_takes_its_numbers_from_the_results() -> None:
    text = STUDY.report(made()).summary
    assert "1.24 times the MAP of BM25 in the mean over med and time" in text
    assert "above BM25 on 2 of 2 collections" in text
    assert "Indexing med with its models takes 4 times" in text
    assert "A query on med takes 5 times as long as by BM25." in text


def test_a_quick_run_agrees_with_the_product(data_folder: Path, tmp_path: Path) -> None:
    results = run_study(STUDY, Places(data_folder, tmp_path), quick=True, workers=1)
    files = write_page(tmp_path, STUDY, results, STUDY.report(results))
    assert len(files) == 1 + 2 * 5
    page = files[0].read_text(encoding="utf-8")
    assert all(heading in page for heading in ("The default at a glance", "× effort quick", "left out"))

    collection = open_collection(data_folder / "time")
    systems = judge(rank_collection(collection, ["bm25", "ilk"]), collection.judgements, ",".join(MEASURES))
    view = View(results)
    for name, system in systems.items():
        for score in system.evaluation.scores:
            measured = view.mean("time", name, score.measure)
            assert measured == pytest.approx(100 * score.mean, abs=1e-3)
    # fitted and asked apart from any index, the default is the same
    np.testing.assert_allclose(view.starts("time")[0], view.average_precisions("time", "ilk"), atol=1e-5)
    assert view.mean("med", "bm25") == pytest.approx(53.2, abs=0.1)
    assert set(view.collections) <= set(COLLECTIONS)
