"""Held-out documents: early stopping, the schedule of temperatures, checkpoints of both, real collections."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from ilk.corpus.collections import open_collection
from ilk.corpus.counts import count
from ilk.corpus.tokenizer import Tokenizer
from ilk.errors import ParameterError, StorageError
from ilk.models.plsi import PLSI
from ilk.models.plsi_held_out import CHECK_EVERY, COOLING, draw_held_out

pytestmark = pytest.mark.filterwarnings("ignore:PLSI did not converge")


@pytest.fixture(scope="module")
def counts() -> csr_array:
    rng = np.random.default_rng(8)
    topics = rng.dirichlet(np.full(80, 0.1), 4)
    mixtures = rng.dirichlet(np.full(4, 0.3), 150)
    return csr_array(np.array([rng.multinomial(40, mixture @ topics) for mixture in mixtures]))


def test_draws_the_share_asked_for() -> None:
    drawn = draw_held_out(1000, 0.1, seed=0)
    assert drawn.sum() == 100
    assert (drawn != draw_held_out(1000, 0.1, seed=1)).any()
    assert draw_held_out(2, 0.1, seed=0).sum() == 1
    with pytest.raises(ParameterError, match="early stopping needs at least 2 documents, got 1; turn it off"):
        draw_held_out(1, 0.1, seed=0)


def test_early_stopping_keeps_the_best(counts: csr_array) -> None:
    model = PLSI(20, early_stopping=True, max_iter=400).fit(counts)
    assert model.converged_
    assert model.n_iter_ < 400
    assert model.n_iter_ == CHECK_EVERY * len(model.perplexities_)
    best = int(model.perplexities_.argmin())
    assert best < len(model.perplexities_) - 1  # it had become worse
    apart = draw_held_out(counts.shape[0], 0.1, seed=0)
    assert model.held_out_perplexity(counts[apart]) == pytest.approx(model.perplexities_[best], rel=0.05)
    assert model.p_z_given_d_.shape == (150, 20)
    np.testing.assert_allclose(model.p_z_given_d_[apart], model.transform(counts[apart]), atol=1e-6)
    overfitted = PLSI(20, max_iter=400).fit(counts[~apart])
    assert model.held_out_perplexity(counts[apart]) < overfitted.held_out_perplexity(counts[apart])


def test_a_fit_too_short_for_a_check_is_checked_in_the_end(counts: csr_array) -> None:
    model = PLSI(4, early_stopping=True, max_iter=1).fit(counts)
    apart = draw_held_out(counts.shape[0], 0.1, seed=0)
    assert len(model.perplexities_) == 1
    unchecked = PLSI(4, max_iter=1).fit(counts[~apart])
    np.testing.assert_array_equal(model.p_w_given_z_, unchecked.p_w_given_z_)


def test_the_schedule_lowers_the_temperature_while_that_helps(counts: csr_array) -> None:
    model = PLSI(20, tempering="held-out", max_iter=1000).fit(counts)
    stopped = PLSI(20, early_stopping=True, max_iter=1000).fit(counts)
    assert model.converged_
    steps = np.log(model.tempering_) / np.log(COOLING)
    assert steps == pytest.approx(round(steps), abs=1e-9)
    assert steps > 0.5
    assert model.perplexities_.min() < stopped.perplexities_.min()


def test_restarts_are_compared_by_perplexity(counts: csr_array) -> None:
    single = [PLSI(8, early_stopping=True, max_iter=12).fit(counts)]
    several = PLSI(8, early_stopping=True, max_iter=12, n_init=4).fit(counts)
    assert several.perplexities_.min() <= single[0].perplexities_.min()


OPTIONS: list[dict[str, Any]] = [
    {},
    {"tempering": 0.9, "prior": 0.1},
    {"tempering": "held-out"},
    {"n_init": 2},
]


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "tempered", "schedule", "restarts"])
def test_resumes_to_the_same_bits(counts: csr_array, tmp_path: Path, options: dict[str, Any]) -> None:
    class CrashError(Exception):
        pass

    def crash(iteration: int, log_likelihood: float, seconds: float) -> None:
        if iteration == 25:
            raise CrashError

    whole = PLSI(6, max_iter=40, tol=0.0, **options).fit(counts)
    kept = {"checkpoint": tmp_path, "checkpoint_every": 4}
    with pytest.raises(CrashError):
        PLSI(6, max_iter=40, tol=0.0, callback=crash, **kept, **options).fit(counts)
    seen: list[int] = []
    resumed = PLSI(
        6,
        max_iter=40,
        tol=0.0,
        resume=True,
        callback=lambda iteration, log_likelihood, seconds: seen.append(iteration),
        **kept,
        **options,
    ).fit(counts)
    assert seen[0] == 25
    assert resumed.tempering_ == whole.tempering_
    for name in ("p_z_", "p_w_given_z_", "p_z_given_d_", "log_likelihoods_", "perplexities_"):
        np.testing.assert_array_equal(getattr(resumed, name), getattr(whole, name))


def test_a_checkpoint_of_another_fit_is_refused(counts: csr_array, tmp_path: Path) -> None:
    PLSI(4, max_iter=3, checkpoint=tmp_path).fit(counts)
    with pytest.raises(StorageError, match="belongs to other counts or other parameters"):
        PLSI(4, max_iter=3, seed=1, checkpoint=tmp_path, resume=True).fit(counts)
    with pytest.raises(StorageError, match="belongs to other counts or other parameters"):
        PLSI(4, max_iter=3, checkpoint=tmp_path, resume=True).fit(counts[:100])
    longer = PLSI(4, max_iter=6, checkpoint=tmp_path, resume=True).fit(counts)
    np.testing.assert_array_equal(longer.p_z_given_d_, PLSI(4, max_iter=6).fit(counts).p_z_given_d_)


@pytest.mark.parametrize("name", ["med", "cran"])
def test_tempering_predicts_real_documents_better(data_folder: Path, name: str) -> None:
    texts = [document.text for document in open_collection(data_folder / name).documents]
    X = count(texts, Tokenizer.for_language("english"), min_df=2, threads=1).matrix()
    apart = draw_held_out(X.shape[0], 0.2, seed=1)
    known = X[~apart].sum(axis=0) > 0
    train, test = X[~apart][:, known], X[apart][:, known]
    plain, tempered = (PLSI(32, tempering=beta, max_iter=60).fit(train) for beta in (1.0, 0.8))
    assert tempered.held_out_perplexity(test) < 0.75 * plain.held_out_perplexity(test)
    schedule = PLSI(32, tempering="held-out", max_iter=300).fit(train)
    assert schedule.held_out_perplexity(test) < 0.75 * plain.held_out_perplexity(test)
    assert schedule.tempering_ < 1
