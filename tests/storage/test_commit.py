from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from storage.conftest import numbers_in, write_index

from ilk import storage
from ilk.errors import StorageError
from ilk.storage import commit

KILLED_BUILDS = Path(__file__).parent / "killed_builds.py"


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """What was seen after builds that were killed at every step, in one process that forks them."""
    folder = tmp_path_factory.mktemp("killed")
    done = subprocess.run([sys.executable, KILLED_BUILDS, folder], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("start", ["replace", "first"])
def test_builds_are_killed_before_and_after_the_switch(killed, start):
    seen = [case["numbers"] for case in killed if case["start"] == start]
    before = [1] if start == "replace" else []
    assert seen[0] == before
    assert seen[-1] == [2]
    switch = seen.index([2])
    assert seen == [before] * switch + [[2]] * (len(seen) - switch)
    assert switch > 10
    assert len(seen) > switch + 1


def test_killed_builds_leave_something_behind(killed):
    assert any(case["siblings"] for case in killed)
    assert any(case["orphans"] for case in killed)


def test_the_next_build_removes_what_killed_ones_left(killed):
    for case in killed:
        assert case["after"] == {"numbers": [3], "siblings": [], "orphans": 0, "problems": []}


def test_a_living_build_is_not_swept_up(tmp_path):
    with storage.create(tmp_path / "a.ilk", parameters={"who": "slow"}):
        (slow,) = tmp_path.iterdir()
        write_index(tmp_path / "a.ilk", 1)
        assert slow.is_dir()
    assert storage.open_folder(tmp_path / "a.ilk").manifest.parameters == {"who": "slow"}


def test_only_leftovers_of_the_same_target_are_swept_up(tmp_path):
    stale = tmp_path / f".a.ilk.{'0' * 16}.tmp"
    others = [
        tmp_path / f".b.ilk.{'0' * 16}.tmp",
        tmp_path / ".a.ilk.mine.tmp",
        tmp_path / f"xa.ilk.{'0' * 16}.tmp",
    ]
    for folder in [stale, *others]:
        folder.mkdir()
    write_index(tmp_path / "a.ilk", 1)
    assert not stale.exists()
    assert all(folder.is_dir() for folder in others)


def test_a_link_that_looks_like_a_leftover_is_not_followed(tmp_path):
    (tmp_path / "precious").mkdir()
    (tmp_path / f".a.ilk.{'0' * 16}.tmp").symlink_to(tmp_path / "precious")
    write_index(tmp_path / "a.ilk", 1)
    assert (tmp_path / "precious").is_dir()


def test_a_sweep_in_the_moment_before_the_lock(tmp_path, monkeypatch):
    lock, calls = commit._lock, []

    def swept(folder, wait=False):
        calls.append(folder)
        if len(calls) == 1:
            folder.rmdir()
        return lock(folder, wait)

    monkeypatch.setattr(commit, "_lock", swept)
    write_index(tmp_path / "a.ilk", 1)
    assert calls[0] != calls[1]
    assert numbers_in(storage.open_folder(tmp_path / "a.ilk")) == {1}


def test_without_locks_builds_work_and_sweep_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(commit, "_HAS_FLOCK", False)
    stale = tmp_path / f".a.ilk.{'0' * 16}.tmp"
    stale.mkdir()
    for number in (1, 2):
        write_index(tmp_path / "a.ilk", number)
        assert numbers_in(storage.open_folder(tmp_path / "a.ilk")) == {number}
    assert stale.is_dir()


def test_a_switch_that_fails_is_taken_back(index, monkeypatch):
    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    before = sorted(index.parent.rglob("*"))
    with pytest.raises(storage.writing.StorageError, match=r"papers\.ilk cannot be written: No space left"):
        write_index(index, 2)
    assert sorted(index.parent.rglob("*")) == before
    assert numbers_in(storage.open_folder(index)) == {1}


def test_readers_never_fail_and_never_see_a_mix(index):
    done, seen, failures = threading.Event(), set(), []

    def read():
        try:
            while not done.is_set():
                numbers = numbers_in(storage.open_folder(index))
                seen.add(tuple(numbers))
        except BaseException as error:
            failures.append(error)
            raise

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(2, 52):
        write_index(index, number)
    done.set()
    for reader in readers:
        reader.join()
    assert failures == []
    assert all(len(numbers) == 1 for numbers in seen)
    assert len(seen) > 2


def test_builds_at_once_leave_one_whole_index(tmp_path):
    target = tmp_path / "a.ilk"

    def build(number: int) -> None:
        for _ in range(5):
            write_index(target, number)

    builders = [threading.Thread(target=build, args=(number,)) for number in range(4)]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
    assert len(numbers_in(storage.open_folder(target))) == 1
    assert storage.check(target) == []
    assert list(tmp_path.iterdir()) == [target]


def test_a_change_replaces_the_generation_that_it_comes_from_and_no_other(index):
    first = storage.open_folder(index).manifest.generation
    with storage.create(index, replacing=first) as folder:
        folder.write_json("value", 2)
    second = storage.open_folder(index).manifest.generation
    refused = pytest.raises(StorageError, match=r"papers\.ilk has been replaced meanwhile and stays")
    with refused, storage.create(index, replacing=first):
        pytest.fail("refused before the work, where it can be")
    with refused, storage.create(index, replacing=second) as folder:
        folder.write_json("value", 3)
        write_index(index, 4)
    assert numbers_in(storage.open_folder(index)) == {4}
    assert storage.check(index) == []
    assert list(index.parent.iterdir()) == [index]


def test_a_change_of_an_index_that_is_gone_is_refused(index):
    first = storage.open_folder(index).manifest.generation

    def change() -> None:
        with storage.create(index, replacing=first) as folder:
            folder.write_json("value", 2)
            shutil.rmtree(index)

    with pytest.raises(StorageError, match="No such file or directory"):
        change()
    assert list(index.parent.iterdir()) == []


def test_changes_take_turns_and_none_is_lost(index):
    waited = []

    def change() -> None:
        for _ in range(5):
            with storage.changing(index, lambda stage, *_: waited.append(stage)):
                stored = storage.open_folder(index)
                parameters = {"number": stored.manifest.parameters["number"] + 1}
                with storage.create(
                    index, parameters=parameters, replacing=stored.manifest.generation
                ) as folder:
                    folder.write_json("value", 0)

    changers = [threading.Thread(target=change) for _ in range(4)]
    for changer in changers:
        changer.start()
    for changer in changers:
        changer.join()
    assert storage.open_folder(index).manifest.parameters["number"] == 1 + 4 * 5
    assert set(waited) <= {"waiting for another change"}


def test_who_waits_for_a_change_says_so_and_goes_on_from_its_result(index):
    waiting, seen = threading.Event(), []

    def change() -> None:
        with storage.changing(index, lambda *_: waiting.set()):
            seen.append(numbers_in(storage.open_folder(index)))

    second = threading.Thread(target=change)
    with storage.changing(index):
        second.start()
        assert waiting.wait(60)
        write_index(index, 2)
        assert seen == []
    second.join()
    assert seen == [{2}]


def test_there_must_be_an_index_to_change(index):
    with (
        pytest.raises(StorageError, match=r"there is no index at .*none\.ilk"),
        storage.changing(index / "none.ilk"),
    ):
        pytest.fail("there is none")
    (generation,) = (each for each in index.iterdir() if each.is_dir())
    shutil.rmtree(generation)
    with pytest.raises(StorageError, match=r"is damaged: .* is missing"), storage.changing(index):
        pytest.fail("it is damaged")
