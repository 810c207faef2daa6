from __future__ import annotations

import pytest

from ilk import storage


@pytest.mark.parametrize("name", ["written", "filled", "value", "documents"])
def test_one_flipped_bit_is_found_in_every_part(index, name):
    file = storage.open_folder(index).path(name)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 4
    file.write_bytes(data)
    (problem,) = storage.check(index)
    assert problem == f"{file}: its checksum differs: the content has changed since it was written"


def test_every_problem_has_a_sentence(index):
    stored = storage.open_folder(index)
    stored.path("written").unlink()
    with stored.path("filled").open("ab") as file:
        file.write(b"more")
    stored.path("value").unlink()
    stored.path("value").symlink_to("/etc/passwd")
    (index / "notes.txt").write_text("mine")
    (stored.path("filled").parent / "other.npy").write_text("mine")
    (index / ("0" * 16)).mkdir()
    problems = storage.check(index)
    for part in (
        "written.npy: the file is missing",
        "filled.npy: it has 332 bytes instead of 328",
        "neither a plain file nor a plain folder",
        "notes.txt: it does not belong to the index",
        "other.npy: it does not belong to the index",
        f"{'0' * 16}: an interrupted build left this folder; the next build removes it",
    ):
        assert sum(part in problem for problem in problems) == 1, part
    assert len(problems) == 6


def test_what_cannot_be_opened_is_one_problem(tmp_path, index):
    (problem,) = storage.check(tmp_path / "nothing.ilk")
    assert problem.startswith("there is no index at")
    (index / "manifest.json").write_text("")
    (problem,) = storage.check(index)
    assert "manifest.json is not valid JSON" in problem


def test_a_missing_generation_names_every_part(index):
    generation = index / storage.open_folder(index).manifest.generation
    generation.rename(index.parent / "gone")
    assert len(storage.check(index)) == 4


def test_progress_counts_bytes(index):
    seen = []
    assert storage.check(index, progress=lambda stage, done, total: seen.append((stage, done, total))) == []
    total = sum(part.n_bytes for part in storage.open_folder(index).manifest.parts.values())
    assert seen[-1] == ("checking", total, total)
    assert len(seen) == 4
