"""The program where things go wrong: mistakes, readers that go away, terminals, damaged files."""

from __future__ import annotations

import json
import os
import pty
import re
import socket
import subprocess
import sys
from pathlib import Path

import click
import numpy as np
import pytest
from cli.processes import program

from ilk._version import __version__
from ilk.cli.app import _usage

ESCAPE = "\x1b["


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
    assert re.fullmatch(r"ilk: missing argument 'INDEX'; see .*ilk search --help\n", ilk("search").err)
    assert re.fullmatch(
        r"ilk: no such command 'serch'; did you mean .*\? see .*ilk --help\n", ilk("serch").err
    )
    mistyped = ilk("build", "x", "--efort", "quick").err
    assert re.fullmatch(
        r"ilk: no such option '?--efort'?; did you mean .*\? see .*ilk build --help\n", mistyped
    )


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "No such command 'serch'. Did you mean 'search'?",
            "no such command 'serch'; did you mean 'search'?",
        ),
        ("No such x. (Did you mean one of: 'a', 'b'?)", "no such x; did you mean 'a', 'b'?"),
        ("No such command 'x'.", "no such command 'x'"),
    ],
)
def test_what_click_offers_is_part_of_the_sentence(said, sentence):
    assert _usage(click.ClickException(said)) == sentence


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
        ("postings_indptr.npy", "indptr of postings must lead from 0 to"),
        ("vocabulary_offsets.npy", "offsets of the vocabulary must lead from 0 to"),
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


def test_borders_that_lead_astray_are_found_before_they_are_followed(ilk, notes_index):
    (damaged,) = Path(notes_index).rglob("counts_indptr.npy")
    borders = np.load(damaged)
    borders[1] = 2**40
    np.save(damaged, borders)
    result = ilk("similar", notes_index, "garden.txt", "--similarity", "bm25-rm3")
    assert result.status == 2
    assert re.match("ilk: notes.ilk is damaged: indptr of the counts must not decrease", result.err)


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


def test_an_index_without_the_expected_models_is_remarked_on(ilk, notes):
    result = ilk("build", "notes/garden.txt")
    assert result.status == 0
    assert re.fullmatch("there is too little to fit models to, .* bm25 .*topics.*\n", result.err)
    assert json.loads(ilk("build", "notes/garden.txt", "--json").out)["models"] == []
    assert ilk("build", "notes/garden.txt", "--effort", "quick").err == ""


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
    settings = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    result = subprocess.run(
        program(*arguments), input=b"caf\xe9\xff", capture_output=True, env=settings, check=False
    )
    assert result.returncode == 2
    assert result.stderr.startswith(b"ilk: standard input: cannot be read as text (")
    assert result.stderr.count(b"\n") == 1


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


def test_a_port_that_is_taken_is_said(ilk, notes_index):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = ilk("serve", notes_index, "--port", port)
    assert result.status == 2
    assert re.fullmatch(
        rf"ilk: cannot listen at 127.0.0.1, port {port} \(Address already in use\); .*\n", result.err
    )


def test_one_search_loads_nothing_heavy(notes_index):
    command = [sys.executable, "-X", "importtime", *program("search", notes_index, "river")[1:]]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = {line.rsplit("|", 1)[-1].strip() for line in result.stderr.splitlines()}
    assert "numpy" in loaded
    assert not loaded & {"numba", "scipy", "sklearn", "rich", "matplotlib", "fastapi", "uvicorn"}
