"""Runs go on where they stopped, in any number of processes, and never mix what does not belong together."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from experiments.clocks import when

from ilk.errors import InputError, NotFound
from ilk.experiments.report import Report
from ilk.experiments.results import Results, read_results, write_results
from ilk.experiments.running import Places, run_study
from ilk.experiments.study import Parameters, Result, Setting, Study

RAN: list[int] = []


def settings(quick: bool) -> Sequence[Setting]:
    return [Setting({"number": n, "seed": 7}, cost=5 - n) for n in range(2 if quick else 5)]


def run(parameters: Parameters, data: Path) -> Result:
    RAN.append(int(parameters["number"]))
    return {"root": math.sqrt(int(parameters["number"])), "found": (data / "letters").is_dir()}


def report(results: Results) -> Report:
    return Report("", ())


STUDY = Study("roots", "Roots", "nobody, 2026", settings, run, report, collections=("letters",))


@pytest.fixture
def places(tmp_path: Path) -> Places:
    RAN.clear()
    (tmp_path / "data" / "letters").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    return Places(tmp_path / "data", tmp_path / "out")


def test_all_settings_run_once_and_are_written_in_their_order(places: Places) -> None:
    results = run_study(STUDY, places, workers=1)
    assert [o.result["root"] for o in results.outcomes] == [math.sqrt(n) for n in range(5)]
    assert results.one(number=4).result["found"] is True
    stored = read_results(places.results(STUDY))
    assert stored.outcomes == tuple(
        dataclasses.replace(o, seconds=round(o.seconds, 3)) for o in results.outcomes
    )
    assert stored.values("seed") == (7,)
    assert stored.environment["cores"] == results.environment["cores"]
    assert not places.journal(STUDY).exists()


def test_a_stopped_run_goes_on_where_it_stopped(places: Places) -> None:
    def stops(parameters: Parameters, data: Path) -> Result:
        if parameters["number"] == 3:
            raise KeyboardInterrupt
        return run(parameters, data)

    with pytest.raises(KeyboardInterrupt):
        run_study(dataclasses.replace(STUDY, run=stops), places, workers=1)
    assert RAN == [0, 1, 2]
    with places.journal(STUDY).open("a") as journal:
        journal.write('{"setting": {"number": 3')  # killed while it wrote
    run_study(STUDY, places, workers=1)
    assert RAN == [0, 1, 2, 3, 4]
    assert len(read_results(places.results(STUDY)).outcomes) == 5


def test_a_finished_run_is_not_done_again_unless_asked(places: Places) -> None:
    first = run_study(STUDY, places, workers=1)
    again = run_study(STUDY, places, workers=1)
    assert RAN == [0, 1, 2, 3, 4]
    assert again.seconds >= round(first.seconds, 1)
    run_study(STUDY, places, fresh=True, workers=1)
    assert RAN == [0, 1, 2, 3, 4] * 2


@pytest.mark.parametrize("changed", [{"revision": 2}, {"quick": True}])
def test_results_of_another_kind_are_not_taken_over(places: Places, changed: dict[str, Any]) -> None:
    run_study(STUDY, places, workers=1)
    RAN.clear()
    quick = changed.get("quick", False)
    run_study(dataclasses.replace(STUDY, revision=changed.get("revision", 1)), places, quick=quick, workers=1)
    assert len(RAN) == (2 if quick else 5)


def test_results_from_other_data_are_not_taken_over(places: Places) -> None:
    run_study(STUDY, places, workers=1)
    RAN.clear()
    (places.data / "letters" / "more.txt").write_text("another collection")
    run_study(STUDY, places, workers=1)
    assert len(RAN) == 5


def test_a_run_that_computes_nothing_keeps_what_was_computed_with(places: Places) -> None:
    results = run_study(STUDY, places, workers=1)
    write_results(places.results(STUDY), dataclasses.replace(results, environment={"numpy": "0.1"}))
    assert run_study(STUDY, places, workers=1).environment == {"numpy": "0.1"}


def some_alone(_: bool) -> Sequence[Setting]:
    return [Setting({"number": n}, cost=9 - n, alone=n < 2) for n in range(4)]


def test_what_measures_time_runs_by_itself_after_all_others(places: Places) -> None:
    study = dataclasses.replace(STUDY, settings=some_alone, run=when)
    first, second, *others = (o.result for o in run_study(study, places, workers=2).outcomes)
    assert max(end for _, end in others) <= first[0]
    assert first[1] <= second[0]


def test_progress_counts_costs_up_to_the_whole(places: Places) -> None:
    seen: list[tuple[str, int, int | None]] = []
    run_study(STUDY, places, progress=lambda *state: seen.append(state), workers=1)
    assert [done for _, done, _ in seen] == [0, 333, 600, 800, 933, 1000]
    assert {total for _, _, total in seen} == {1000}


def test_missing_data_is_said_before_anything_runs(places: Places, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="give the one that holds the collections by --data"):
        run_study(STUDY, Places(tmp_path / "nowhere", places.out))
    with pytest.raises(NotFound, match="roots needs the collections digits"):
        run_study(dataclasses.replace(STUDY, collections=("letters", "digits")), places)
    assert RAN == []


def test_a_file_that_is_not_ours_is_named(places: Places) -> None:
    file = places.results(STUDY)
    file.write_text("[1, 2]")
    with pytest.raises(InputError, match=r"roots\.json: this is not the JSON of an experiment"):
        read_results(file)


def test_one_refuses_none_and_several(places: Places) -> None:
    results = run_study(STUDY, places, workers=1)
    with pytest.raises(LookupError, match="0 settings of roots have number=9, not one"):
        results.one(number=9)
    with pytest.raises(LookupError, match="5 settings of roots have seed=7, not one"):
        results.one(seed=7)
