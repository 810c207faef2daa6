"""Checkpoints: what was written is read back, and nothing half-written, damaged or foreign is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array

from ilk.errors import StorageError
from ilk.models.checkpoint import Checkpoint, fingerprint

STATE = {"topics": np.arange(6, dtype=np.float32).reshape(2, 3), "tempering": np.array(0.1)}


def test_reads_back_every_bit(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path, "fit", key="k")
    assert checkpoint.read() is None
    checkpoint.write(STATE, [-3.5, -0.1], done=True)
    saved = checkpoint.read()
    assert saved is not None
    assert saved.trace == (-3.5, -0.1)
    assert saved.done
    assert saved.state.keys() == STATE.keys()
    for name, array in STATE.items():
        assert saved.state[name].dtype == array.dtype
        np.testing.assert_array_equal(saved.state[name], array)
    assert [path.name for path in tmp_path.iterdir()] == ["fit.npz"]


def test_a_write_that_fails_leaves_the_old_state(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path, "fit", key="k")
    checkpoint.write(STATE, [-1.0], done=False)
    with pytest.raises(ValueError, match="Object arrays cannot be saved"):
        checkpoint.write({"topics": np.array([object()])}, [-1.0, -0.5], done=False)
    saved = checkpoint.read()
    assert saved is not None
    assert saved.trace == (-1.0,)


@pytest.mark.parametrize("damage", [b"", b"not an archive", None])
def test_damage_is_told(tmp_path: Path, damage: bytes | None) -> None:
    checkpoint = Checkpoint(tmp_path, "fit", key="k")
    checkpoint.write(STATE, [-1.0], done=False)
    whole = checkpoint.path.read_bytes()
    checkpoint.path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    with pytest.raises(StorageError, match=r"fit\.npz is damaged: .*; remove it to start over"):
        checkpoint.read()


def test_a_flipped_bit_is_noticed(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path, "fit", key="k")
    checkpoint.write(STATE, [-1.0], done=False)
    data = bytearray(checkpoint.path.read_bytes())
    data[data.find(STATE["topics"].tobytes()) + 5] ^= 1
    checkpoint.path.write_bytes(data)
    with pytest.raises(StorageError, match="is damaged"):
        checkpoint.read()


def test_other_parameters_are_refused(tmp_path: Path) -> None:
    Checkpoint(tmp_path, "fit", key="k").write(STATE, [-1.0], done=False)
    with pytest.raises(StorageError, match="belongs to other counts or other parameters"):
        Checkpoint(tmp_path, "fit", key="other").read()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(StorageError, match=r"cannot write the checkpoint .*; give another folder"):
        Checkpoint(blocked, "fit", key="k").write(STATE, [-1.0], done=False)


def test_fingerprint_tells_counts_and_parameters_apart() -> None:
    dense = np.array([[1.0, 0.0], [2.0, 3.0]])
    base = fingerprint(csr_array(dense), {"a": 1, "b": [0.1, True]})
    assert base == fingerprint(csr_array(dense.copy()), {"b": [0.1, True], "a": 1})
    others = [
        fingerprint(csr_array(dense), {"a": 2, "b": [0.1, True]}),
        fingerprint(csr_array(dense * 2), {"a": 1, "b": [0.1, True]}),
        fingerprint(csr_array(dense[::-1].copy()), {"a": 1, "b": [0.1, True]}),
        fingerprint(csr_array(np.hstack([dense, np.zeros((2, 1))])), {"a": 1, "b": [0.1, True]}),
    ]
    assert len({base, *others}) == 5
