"""`ilk serve` as a process: it says where it is, answers, and ends cleanly."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

import ilk
from ilk.records import Document


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "notes.ilk"
    ilk.Index.build([Document("a", "red apples"), Document("b", "green pears")], path=folder, effort="quick")
    return folder


@pytest.fixture
def served(folder):
    command = [sys.executable, "-m", "ilk", "serve", str(folder), "--port", "0", "--verbose"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.wait()
    process.stderr.close()


def until(process, word):
    """Return the first line with a word that the process writes."""
    return next(line for line in process.stderr if word in line)


def test_it_serves_until_it_is_told_to_stop(served, folder):
    assert served.stderr.readline() == f"opening {folder} …\n"
    address = re.search(r"http://127\.0\.0\.1:\d+", until(served, "Ctrl-C"))[0]
    with urllib.request.urlopen(f"{address}/api/search?q=apples") as answer:
        assert json.load(answer)["data"]["hits"][0]["id"] == "a"
    ilk.Index.build([Document("c", "blue plums")], path=folder, effort="quick")
    assert until(served, "newer index").endswith("took over a newer index; documents: 1\n")
    served.send_signal(signal.SIGTERM)
    assert served.wait(timeout=20) in (0, -signal.SIGTERM)
    assert "Traceback" not in served.stderr.read()


def test_what_cannot_be_served_is_said(ilk, tmp_path):
    result = ilk("serve", tmp_path / "nowhere.ilk")
    assert result.status == 2
    assert "nowhere.ilk" in result.err
    result = ilk("serve", tmp_path, "--host", "0.0.0.0")
    assert result.status == 2
    assert "or --no-auth" in result.err


def test_a_port_that_is_taken_is_said_before_the_index_is_opened(ilk, folder):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = ilk("serve", folder, "--port", str(taken.getsockname()[1]))
    assert result.status == 2
    assert "choose another --port or --host" in result.err
    assert "opening" not in result.err
