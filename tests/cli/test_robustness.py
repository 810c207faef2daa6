"""The program where things go wrong: mistakes, Ctrl-C, readers that go away, terminals, damaged files."""

from __future__ import annotations

import array
import fcntl
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import termios
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ilk._version import __version__

ESCAPE = "\x1b["
MORE_THAN_A_PIPE_HOLDS = 1 << 17
"""Whoever has written this much to a pipe knows that the other side has begun to read."""

PATIENCE = 120
"""Seconds before a test gives up on a process, which on a busy machine may be slow to start."""


def program(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "ilk", *map(str, arguments)]


@contextmanager
def started(command: list[str], **options: object) -> Iterator[subprocess.Popen[str]]:
    """A process with a group of its own, of which nothing is left in the end."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **options,
    )
    try:
        yield process
    finally:
        if group_is_alive(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def group_is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_drained(pipe: int) -> bool:
    waiting = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, waiting)
    return waiting[0] == 0


def is_asleep(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "S"


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Return exit status, output and errors."""
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["serch"], "no such command 'serch'"),
        (["--similar"], "no such option"),
        (["search", "notes.ilk"], "missing argument 'QUERY"),
        (["search", "notes.ilk", "x", "-k", "0"], "invalid value for '-k' / '--hits': 0 is not in the range"),
        (["search", "notes.ilk", ""], "the query is empty; give it at least one word"),
        (["search", "notes.ilk", "-"], "the query is empty"),
        (["search", "notes.ilk", "x", "-f", "zz=1"], "the filter zz=1 cannot be used"),
        (["search", "notes.ilk/manifest.json", "x"], "is not an ilk index: it is not a folder"),
        (["explain", "notes.ilk", " ", "garden.txt"], "the query is empty"),
        (["explain", "notes.ilk", "x", "zz"], "there is no document 'zz'"),
        (["topics", "notes.ilk", "--terms", "0"], "invalid value for '--terms'"),
        (["cluster", "notes.ilk"], "missing option '-n' / '--clusters'"),
        (["classify", "notes.ilk", "--labels", "zz.csv"], "there is no file zz.csv"),
        (["check", "zz.ilk"], "there is no index at zz.ilk"),
        (["check", "notes"], "notes is not an ilk index"),
        (["build", "notes", "--seed", "x"], "'x' is not a valid integer"),
        (["reproduce", "zz"], "there is no experiment 'zz'"),
        (["serve", "notes.ilk", "--port", "65536"], "invalid value for '--port'"),
    ],
)
def test_every_mistake_is_one_sentence(ilk, notes_index, arguments, sentence):
    result = ilk(*arguments)
    assert (result.status, result.out) == (2, "")
    assert re.fullmatch(r"ilk: [^\n]+\n", result.err)
    assert sentence in result.err


def test_wrong_arguments_are_told_where_to_read_on(ilk):
    assert ilk("search").err.endswith("search --help\n")


def test_the_similarities_of_an_evaluation_must_name_something(ilk, tmp_path):
    (tmp_path / "qrels").mkdir()
    (tmp_path / "corpus.jsonl").write_text('{"_id": "a", "text": "red apples"}\n')
    (tmp_path / "queries.jsonl").write_text('{"_id": "1", "text": "apples"}\n')
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\ta\t1\n")
    result = ilk("evaluate", tmp_path, "--similarity", ",")
    assert (result.status, result.err) == (2, "ilk: --similarity names nothing to measure, got ','\n")
    occupied = tmp_path / "corpus.jsonl"
    result = ilk("evaluate", tmp_path, "--save-runs", occupied)
    assert result.status == 2
    assert result.err == f"ilk: {occupied}: no folder can be made there (File exists); choose another one\n"
    assert json.loads(ilk("evaluate", tmp_path, "--json", "-m", "AP").out)["results"]


def test_what_the_system_refuses_is_a_sentence_too(ilk, notes_index, monkeypatch):
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "notes.ilk")

    monkeypatch.setattr("ilk.index.Index.open", full)
    result = ilk("info", notes_index)
    assert (result.status, result.err) == (2, "ilk: notes.ilk: No space left on device\n")


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ("postings_indptr.npy", "postings need as many docs"),
        ("vocabulary_offsets.npy", "a vocabulary is"),
        ("postings_docs.npy", "postings_docs.npy: its checksum differs"),
    ],
)
def test_a_failure_over_a_damaged_index_says_that_it_is_damaged(ilk, notes_index, part, sentence):
    (damaged,) = Path(notes_index).rglob(part)
    content = bytearray(damaged.read_bytes())
    content[128:] = b"\x7f" * len(content[128:])
    damaged.write_bytes(content)
    result = ilk("search", notes_index, "river")
    assert result.status == 2
    assert re.fullmatch(rf"ilk: notes.ilk is damaged: .*{sentence}.*build .* again.*\n", result.err)


def test_a_failure_over_a_sound_index_is_a_bug_and_is_not_hidden(notes_index, ilk, monkeypatch):
    monkeypatch.setattr("ilk.index.Index.search", lambda *_, **__: 1 / 0)
    monkeypatch.setattr(sys, "argv", ["ilk", "search", notes_index, "river"])
    from ilk.cli import main

    with pytest.raises(ZeroDivisionError, match="division by zero"):
        main()


def test_an_index_without_a_word_is_remarked_on(ilk, notes):
    result = ilk("build", "notes", "--effort", "quick", "--min-df", "99")
    assert result.status == 0
    assert result.err == "no word is left to search by; see --min-df, --max-df and --language\n"


def test_the_version(ilk):
    assert ilk("--version").out == f"ilk {__version__}\n"


def test_an_explanation_takes_its_query_from_standard_input(ilk, notes_index):
    piped = ilk("explain", notes_index, "-", "garden.txt", stdin="when to plant tulips?\n")
    assert piped.out == ilk("explain", notes_index, "when to plant tulips?", "garden.txt").out
    answer = json.loads(ilk("explain", notes_index, "-", "garden.txt", "--json", stdin="tulips\n").out)
    assert answer["query"] == "tulips\n"


@pytest.mark.parametrize(
    "arguments", [["search", "notes.ilk", "-"], ["explain", "notes.ilk", "-", "garden.txt"]]
)
def test_a_query_that_is_no_text_is_refused(notes_index, arguments):
    settings = os.environ | {"PYTHONUTF8": "1"}
    result = subprocess.run(
        program(*arguments), input=b"caf\xe9\xff", capture_output=True, env=settings, check=False
    )
    assert result.returncode in (0, 2)
    assert b"Traceback" not in result.stderr


def test_json_survives_arguments_that_are_no_text_and_outputs_that_are_not_unicode(notes_index):
    settings = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for query in (b"r\xe9sum\xe9 river", "Fluß river".encode()):
        command = [*map(os.fsencode, program("search", notes_index)), query, b"--json"]
        result = subprocess.run(command, capture_output=True, env=settings, check=False)
        assert (result.returncode, result.stderr) == (0, b"")
        assert len(json.loads(result.stdout.decode("ascii"))["hits"]) == 2


def read_all(terminal: int) -> str:
    """Read what was written to a terminal until nobody has it open any more."""
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:  # so Linux says that the other side is closed
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(terminal)
    return b"".join(pieces).decode()


@pytest.mark.parametrize(
    ("settings", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_a_terminal_gets_colours_unless_it_does_not_want_them(notes_index, settings, coloured):
    ours, theirs = pty.openpty()
    environment = {"TERM": "xterm", **settings}
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    command = program("search", notes_index, "river")
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, env=kept | environment, check=False)
    os.close(theirs)
    printed = read_all(ours)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Lisbon" in printed
    assert (ESCAPE in printed) == coloured


def test_a_pipe_gets_none_unless_it_asks_for_them(ilk, notes_index, monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    for arguments in (
        ["search", "river"],
        ["similar", "garden.txt"],
        ["explain", "river", "travel/porto.md"],
    ):
        result = ilk(arguments[0], notes_index, *arguments[1:])
        assert ESCAPE not in result.out + result.err
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert ESCAPE in ilk("search", notes_index, "river").out
    assert ESCAPE not in ilk("search", notes_index, "river", "--json").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["search", "notes.ilk", "river", "--json"],
        ["classify", "notes.ilk", "--labels", "labels.csv", "--method", "bayes"],
    ],
)
def test_any_reader_may_go_away(notes_index, arguments):
    Path("labels.csv").write_text("id,label\ntravel/lisbon.md,city\ngarden.txt,home\n")
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        program(*arguments), stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert result.returncode == 0
    assert "Error" not in result.stderr


def test_an_output_that_is_closed_or_full_is_no_traceback(notes_index):
    closed = subprocess.run(
        ["/bin/sh", "-c", '"$@" >&-', "sh", *program("info", notes_index)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (closed.returncode, closed.stderr) == (0, "")
    with Path("/dev/full").open("w") as full:
        command = program("info", notes_index)
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, "ilk: No space left on device\n")


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
        announced = process.stderr.readline()
        assert "stop it with Ctrl-C" in announced
        os.killpg(process.pid, signal.SIGINT)
        assert ended(process) == (130, "", "ilk: stopped\n")


def test_a_port_that_is_taken_is_said(ilk, notes_index):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = ilk("serve", notes_index, "--port", port)
    assert result.status == 2
    assert re.fullmatch(
        rf"ilk: cannot listen at 127.0.0.1, port {port} \(Address already in use\); .*\n", result.err
    )


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
        process.wait()
        wait_until(lambda: not group_is_alive(process.pid))


def test_a_process_of_a_study_that_is_killed_is_a_sentence(reproduce):
    with started(reproduce) as process:
        wait_until(lambda: len([*Path("data").glob("begun-*")]) == 3)
        for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
            if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(int(child), signal.SIGKILL)
        status, _, err = ended(process)
    assert status == 2
    assert re.fullmatch(r"ilk: a process that ran settings was ended from outside, .* fewer --workers\n", err)


def test_one_search_loads_nothing_heavy(notes_index):
    command = [sys.executable, "-X", "importtime", *program("search", notes_index, "river")[1:]]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = {line.rsplit("|", 1)[-1].strip() for line in result.stderr.splitlines()}
    assert "numpy" in loaded
    assert not loaded & {"numba", "scipy", "sklearn", "rich", "matplotlib", "fastapi", "uvicorn"}
