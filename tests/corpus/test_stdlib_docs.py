from __future__ import annotations

import signal
import sys
import threading

import pytest

from ilk.corpus import stdlib_docs
from ilk.corpus.stdlib_docs import documents
from ilk.errors import InputError


@pytest.fixture(scope="module")
def found():
    return list(documents())


def test_there_are_enough_and_each_once(found):
    assert len(found) >= 4_000
    assert len({document.id for document in found}) == len(found)
    assert [document.id for document in found] == sorted(document.id for document in found)


@pytest.mark.parametrize(
    ("name", "title", "kind", "module", "word"),
    [
        ("json.dumps", "json.dumps(obj, *, skipkeys=False", "function", "json", "JSON"),
        ("os.path.join", "os.path.join(a, *p)", "function", "os.path", "pathname"),
        ("itertools.groupby", "itertools.groupby(iterable, key=None)", "class", "itertools", "consecutive"),
        ("str.split", "str.split(sep=None, maxsplit=-1)", "method", "builtins", "substrings"),
        ("asyncio.sleep", "asyncio.sleep(delay, result=None)", "function", "asyncio", "Coroutine"),
        ("random.choice", "random.choice(seq)", "function", "random", "random element"),
        ("open", "open(file, mode='r'", "function", "builtins", "file"),
        ("socket.socket.recv", "socket.socket.recv", "method", "socket", "receive"),
        ("ValueError", "ValueError", "exception", "builtins", "Inappropriate"),
        ("decimal", "decimal", "module", "decimal", "arithmetic"),
        ("threading.Thread.daemon", "threading.Thread.daemon", "property", "threading", "daemon"),
    ],
)
def test_things_stand_under_their_public_names(found, name, title, kind, module, word):
    (document,) = [each for each in found if each.id == name]
    assert document.title.startswith(title)
    assert document.metadata == {"kind": kind, "module": module}
    assert word.lower() in document.text.lower()


def test_private_borrowed_and_trivial_things_are_left_out(found):
    ids = {document.id for document in found}
    left_out = {
        "posixpath.join",
        "asyncio.tasks.sleep",
        "io.open",
        "typing.Text",
        "this",
        "antigravity",
        "idlelib",
    }
    assert not ids & left_out
    assert not [name for name in ids if any(part.startswith("_") for part in name.split("."))]
    assert all(len(document.text) >= 20 for document in found)
    assert not [document for document in found if document.text.startswith("Alias for field number")]
    # An address would be another one in every process.
    assert not [document for document in found if " at 0x" in document.title]


def test_twice_the_same_and_nothing_printed_or_changed(found, capfd, tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit('not the one of the standard library')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    modules, path, threads = set(sys.modules), list(sys.path), threading.active_count()
    handler = signal.getsignal(signal.SIGINT)
    assert list(documents()) == found
    assert capfd.readouterr() == ("", "")
    assert set(sys.modules) == modules
    assert (sys.path, threading.active_count(), signal.getsignal(signal.SIGINT)) == (path, threads, handler)


def test_an_interpreter_that_cannot(monkeypatch, tmp_path):
    (tmp_path / "walk.py").write_text("raise SystemExit('no modules here')")
    monkeypatch.setattr(stdlib_docs, "_WALK", tmp_path / "walk.py")
    with pytest.raises(
        InputError, match=r"could not read its own documentation \(no modules here\); use a complete"
    ):
        list(documents())


def test_nothing_of_this_machine_gets_into_a_title(monkeypatch):
    monkeypatch.setenv("A_SECRET_OF_MINE", "hush")
    titles = [document.title for document in documents()]
    assert not [title for title in titles if "SECRET" in title or "environ({" in title or sys.prefix in title]
