"""Running the settings of a study: side by side, with a journal, so that nothing is computed twice."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from ilk._version import __version__
from ilk.errors import IlkError, NotFound
from ilk.experiments.journal import Journal
from ilk.experiments.results import Outcome, Results, environment, read_results, write_results
from ilk.experiments.study import Parameters, Result, Setting, Study, key_of
from ilk.progress import Progress, silent
from ilk.threads import thread_count

STAGE = "settings"
STEPS = 1000
"""The bar counts costs, since settings differ a hundredfold; it shows them in thousandths of the whole."""

WORKER_LOST = (
    "a process that ran settings was ended from outside, perhaps for want of memory; what is finished is "
    "kept, run it again with fewer --workers"
)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a study finds the collections and puts what it makes."""

    data: Path
    out: Path

    def results(self, study: Study) -> Path:
        """Return the file of the results."""
        return self.out / f"{study.name}.json"

    def journal(self, study: Study) -> Path:
        """Return the file that keeps finished settings until all are."""
        return self.out / f".{study.name}.settings.jsonl"


def run_study(
    study: Study,
    places: Places,
    *,
    quick: bool = False,
    fresh: bool = False,
    workers: int | None = None,
    progress: Progress = silent,
) -> Results:
    """Run what is not yet finished, write the results, and return them.

    Settings that an earlier run of the same version finished are kept, unless `fresh`. By default there is
    one process a core.
    """
    _check_collections(study, places.data)
    settings = study.settings(quick)
    fingerprint = _fingerprint(study, places.data)
    journal = Journal(places.journal(study), study, quick, fingerprint)
    before = None if fresh else _before(study, places.results(study), quick, fingerprint)
    kept, waited = ({}, 0.0) if fresh else _kept(journal, before)
    kept = {s.key: kept[s.key] for s in settings if s.key in kept}
    journal.start(kept)
    started = time.monotonic()
    missing = [s for s in settings if s.key not in kept]
    with closing(_outcomes(study, missing, places.data, workers)) as outcomes:
        for outcome in _reporting(outcomes, settings, kept, progress):
            journal.add(outcome)
            kept[key_of(outcome.parameters)] = outcome
    results = Results(
        study=study.name,
        revision=study.revision,
        quick=quick,
        outcomes=tuple(kept[s.key] for s in settings),
        seconds=waited + time.monotonic() - started,
        environment=environment() if missing or before is None else before.environment,
        data=fingerprint,
    )
    write_results(places.results(study), results)
    journal.remove()
    return results


def _check_collections(study: Study, data: Path) -> None:
    if not data.is_dir():
        raise NotFound(f"there is no folder {str(data)!r}; give the one that holds the collections by --data")
    missing = [name for name in study.collections if not (data / name).is_dir()]
    if missing:
        raise NotFound(
            f"{study.name} needs the collections {', '.join(missing)}, and {data} has no such folder"
        )


def _reporting(
    outcomes: Iterator[Outcome], settings: Sequence[Setting], kept: Collection[str], progress: Progress
) -> Iterator[Outcome]:
    """Yield outcomes, and report beside them how much of the cost of all settings is done."""
    costs = {setting.key: setting.cost for setting in settings}
    done, total = sum(costs[key] for key in kept), sum(costs.values())
    progress(STAGE, round(STEPS * done / total), STEPS)  # the first outcome may take minutes
    for outcome in outcomes:
        yield outcome
        done += costs[key_of(outcome.parameters)]
        progress(STAGE, round(STEPS * done / total), STEPS)


def _fingerprint(study: Study, data: Path) -> str:
    """Return what tells the collections of a study from others: the names and sizes of their files."""
    digest = hashlib.sha256()
    for name in study.collections:
        for file in sorted(path for path in (data / name).rglob("*") if path.is_file()):
            digest.update(f"{file.relative_to(data).as_posix()} {file.stat().st_size}\n".encode())
    return digest.hexdigest()[:16]


def _before(study: Study, file: Path, quick: bool, fingerprint: str) -> Results | None:
    """Return the results of an earlier run of the same kind over the same data."""
    if not file.exists():
        return None
    results = read_results(file)
    same = (results.study, results.revision, results.quick, results.ilk_version, results.data)
    return results if same == (study.name, study.revision, quick, __version__, fingerprint) else None


def _kept(journal: Journal, before: Results | None) -> tuple[dict[str, Outcome], float]:
    """Return what earlier runs finished, and how long they took, from the journal or from the results."""
    if kept := journal.read():
        return kept, sum(outcome.seconds for outcome in kept.values()) / thread_count(None)
    if before is None:
        return {}, 0.0
    return {key_of(outcome.parameters): outcome for outcome in before.outcomes}, before.seconds


def _outcomes(
    study: Study, settings: Sequence[Setting], data: Path, workers: int | None
) -> Generator[Outcome, None, None]:
    """Yield outcomes as they are finished, the costliest begun first so that all cores end together."""
    ordered = sorted(settings, key=lambda setting: -setting.cost)
    n_workers = thread_count(workers)
    if n_workers == 1:
        for setting in ordered:
            yield _run(study.run, setting.parameters, data)
        return
    for group, n in (
        ([setting for setting in ordered if not setting.alone], n_workers),
        ([setting for setting in ordered if setting.alone], 1),
    ):
        if group:
            yield from _in_processes(study, group, data, min(n, len(group)))


def _in_processes(
    study: Study, settings: Sequence[Setting], data: Path, n_workers: int
) -> Generator[Outcome, None, None]:
    """Yield outcomes of settings that run in processes of their own, each on one core."""
    # spawned, not forked: a fork of a process with threads may hang
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(n_workers, mp_context=context, initializer=_prepare_worker)
    others = set(multiprocessing.active_children())
    try:
        with _without_interrupts():
            futures = [pool.submit(_run, study.run, setting.parameters, data) for setting in settings]
        for future in as_completed(futures):
            yield future.result()
    except BaseException as error:
        # Whoever stops a study does not want to wait for settings that take minutes and are lost anyway.
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        if isinstance(error, BrokenProcessPool):
            raise IlkError(WORKER_LOST) from None
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: a terminal sends it to all, and this one ends the others.

    Blocked signals are inherited. One that comes meanwhile reaches this process a moment later.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_worker() -> None:
    """Keep a worker to its own core, as settings run side by side, and let it end with its parent."""
    os.environ |= {"ILK_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run(run: Callable[[Parameters, Path], Result], parameters: Parameters, data: Path) -> Outcome:
    started = time.perf_counter()
    result = run(parameters, data)
    return Outcome(parameters, result, time.perf_counter() - started)
