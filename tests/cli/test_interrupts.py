"""Ctrl-C: one sentence, exit 130, nothing half-written, no process left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from cli.processes import PATIENCE, ended, group_is_alive, is_asleep, is_drained, program, started, wait_until

MORE_THAN_A_PIPE_HOLDS = 1 << 17
"""Whoever has written this much to a pipe knows that the other side has begun to read."""


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "-", "--out", "other.ilk", "--format", "jsonl"],
        ["search", "notes.ilk", "-"],
        ["classify", "notes.ilk", "--labels", "-", "--out", "predicted.csv"],
    ],
)
def test_ctrl_c_ends_with_one_sentence_and_leaves_nothing_half_written(notes_index, arguments):
    before = {*Path().rglob("*")}
    line = '{"id": "%d", "text": "red apples", "label": "fruit"}\n'
    text = "".join(line % number for number in range(MORE_THAN_A_PIPE_HOLDS // len(line)))
    with started(program(*arguments), stdin=subprocess.PIPE) as process:
        process.stdin.write(text)
        process.stdin.flush()
        # While Python copies what it has read, a signal has to wait for the next read to return.
        wait_until(lambda: is_drained(process.stdin.fileno()) and is_asleep(process.pid))
        os.killpg(process.pid, signal.SIGINT)
        process.wait(PATIENCE)  # with its standard input still open
        assert ended(process) == (130, "", "ilk: stopped\n")
    assert {*Path().rglob("*")} == before


def test_ctrl_c_ends_the_server_with_one_sentence(notes_index):
    with started(program("serve", notes_index, "--port", "0")) as process:
        assert process.stderr.readline().startswith("opening ")
        announced = process.stderr.readline()
        assert "stop it with Ctrl-C" in announced
        os.killpg(process.pid, signal.SIGINT)
        assert ended(process) == (130, "", "ilk: stopped\n")


STUDY = """
import time
from ilk.experiments.study import Setting, Study

def settings(quick):
    return [Setting({"number": number, "seed": 0}, cost=10 - number) for number in range(6)]

def run(parameters, data):
    (data / f"begun-{parameters['number']}").touch()
    while parameters["number"] > 0 and not (data / "go").exists():
        time.sleep(0.02)
    return parameters["number"]

def report(results):
    raise SystemExit(f"finished {len(results.outcomes)}")

STUDY = Study("slow", "A slow study", "nobody", settings, run, report, ())
"""
REPRODUCE = """
import sys, slow
from ilk.cli import main
from ilk.experiments import catalogue

catalogue.STUDIES = {"slow": "a study that takes its time"}
sys.modules["ilk.experiments.slow"] = slow
sys.argv = ["ilk", "reproduce", "slow", "--data", "data", "--out", "out", "--workers", "2"]
main()
"""


@pytest.fixture
def reproduce(tmp_path, monkeypatch):
    """The command that runs a study of six settings by two processes; all but the first wait for a file."""
    pytest.importorskip("matplotlib", reason="ilk reproduce draws with matplotlib")
    monkeypatch.chdir(tmp_path)
    Path("data").mkdir()
    Path("slow.py").write_text(textwrap.dedent(STUDY))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return [sys.executable, "-c", REPRODUCE]


def finished_settings() -> int:
    journal = Path("out/.slow.settings.jsonl")
    return len(journal.read_text().splitlines()) - 1 if journal.exists() else 0


def test_ctrl_c_ends_the_processes_of_a_study_and_keeps_what_is_finished(reproduce):
    with started(reproduce) as process:
        wait_until(lambda: finished_settings() == 1 and len([*Path("data").glob("begun-*")]) == 3)
        os.killpg(process.pid, signal.SIGINT)
        sentence = "ilk: stopped; what is finished is kept, and the same command goes on from there\n"
        assert ended(process) == (130, "", sentence)
        wait_until(lambda: not group_is_alive(process.pid))
    assert finished_settings() == 1
    Path("data/begun-0").unlink()
    Path("data/go").touch()
    again = subprocess.run(reproduce, capture_output=True, text=True, check=False)
    assert again.stderr == "finished 6\n"
    assert not Path("data/begun-0").exists()


def test_the_processes_of_a_study_end_with_it(reproduce):
    with started(reproduce) as process:
        wait_until(lambda: len([*Path("data").glob("begun-*")]) == 3)
        process.kill()
        assert process.wait() == -signal.SIGKILL
        wait_until(lambda: not group_is_alive(process.pid))
    assert not group_is_alive(process.pid)


def test_a_process_of_a_study_that_is_killed_is_a_sentence(reproduce):
    with started(reproduce) as process:
        wait_until(lambda: len([*Path("data").glob("begun-*")]) == 3)
        for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
            if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(int(child), signal.SIGKILL)
        status, _, err = ended(process)
    assert status == 2
    assert re.fullmatch(r"ilk: a process that ran settings was ended from outside, .* fewer --workers\n", err)
