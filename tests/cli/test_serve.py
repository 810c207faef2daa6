"""`ilk serve` as a process: it says where it is, answers, and ends cleanly."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request

import pytest

import ilk
from ilk.records import Document


@pytest.fixture
def served(tmp_path):
    folder = tmp_path / "notes.ilk"
    ilk.Index.build([Document("a", "red apples"), Document("b", "green pears")], path=folder, effort="quick")
    command = [sys.executable, "-m", "ilk", "serve", str(folder), "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.wait()
    process.stderr.close()


def test_it_serves_until_it_is_told_to_stop(served):
    line = served.stderr.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+", line)[0]
    with urllib.request.urlopen(f"{address}/api/search?q=apples") as answer:
        assert json.load(answer)["data"]["hits"][0]["id"] == "a"
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
