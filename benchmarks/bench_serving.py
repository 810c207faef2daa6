"""The server under load: 32 clients with mixed requests for a minute on loopback, beside one client."""

from __future__ import annotations

import http.client
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from benchmarks.harness import Comparison

CLIENTS = 32
SECONDS = float(os.environ.get("ILK_LOAD_SECONDS", "60"))
SECONDS_ALONE = SECONDS / 4
PROGRAM = str(Path(sys.executable).parent / "ilk")
QUERIES = (
    "parse a date from a string",
    "sort by two keys",
    "read a csv file",
    "run a command and capture what it prints",
    "most common elements of a list",
    "random number",
    "compress a file",
    "send an email",
)
IDS = ("json.dumps", "datetime.date", "heapq.merge", "json.dump", "subprocess.run")


@dataclass
class Measured:
    """What some clients saw: the seconds of each answer, and everything that was not an answer."""

    wall: float = 0.0
    latencies: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def a_second(self) -> float:
        """Return answers a second."""
        return len(self.latencies) / self.wall

    def percentile(self, share: float) -> float:
        """Return the latency that a share of the answers kept, in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def run() -> list[Comparison]:
    """Serve the demo index in a process of its own and put both loads on it."""
    with tempfile.TemporaryDirectory() as folder:
        index = Path(folder) / "demo.ilk"
        subprocess.run([PROGRAM, "demo", "--out", str(index)], check=True, capture_output=True)
        command = [PROGRAM, "serve", str(index), "--port", "0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            port = _port(server)
            load(port, 1, 3.0)  # warm every route
            alone = load(port, 1, SECONDS_ALONE)
            together = load(port, CLIENTS, SECONDS)
            server.terminate()
    for name, measured in (("1 client", alone), (f"{CLIENTS} clients", together)):
        print(
            f"{name}: {len(measured.latencies):,} answers, {measured.a_second:.0f} a second, "
            f"median {measured.percentile(0.5):.1f} ms, p99 {measured.percentile(0.99):.1f} ms, "
            f"{len(measured.failures)} failures {measured.failures[:3] or ''}"
        )
    # what 32 waiting in one queue would see at the rate of one client
    queued = CLIENTS * alone.percentile(0.5)
    return [
        Comparison(
            "failures under load, plus 1", len(together.failures) + 1, 1, "requests", "none", at_most=1
        ),
        Comparison(
            "answers a second, inverted", 1 / together.a_second, 1 / alone.a_second, "s", "one client"
        ),
        Comparison("p99 of 32 clients", together.percentile(0.99), queued, "ms", "32 medians of one client"),
    ]


def load(port: int, clients: int, seconds: float) -> Measured:
    """Let clients ask without a pause for some seconds."""
    measured, end = Measured(), time.monotonic() + seconds
    started = time.monotonic()
    threads = [threading.Thread(target=_client, args=(port, n, end, measured)) for n in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    measured.wall = time.monotonic() - started
    return measured


def _client(port: int, number: int, end: float, measured: Measured) -> None:
    chance = random.Random(number)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in itertools.takewhile(lambda _: time.monotonic() < end, itertools.count()):
        path = _request(chance)
        started = time.perf_counter()
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException) as error:
            measured.failures.append(f"{path}: {error!r}")
            connection.close()
            continue
        measured.latencies.append(time.perf_counter() - started)
        if answer.status != 200:
            measured.failures.append(f"{path}: {answer.status}")
    connection.close()


def _request(chance: random.Random) -> str:
    """Return what people ask: mostly searches, by several similarities, now and then something else."""
    query, document = quote(chance.choice(QUERIES)), chance.choice(IDS)
    similarity = chance.choice(("ilk", "ilk", "bm25", "bm25-rm3", "plsi-h"))
    return chance.choices(
        (
            f"/api/search?q={query}&similarity={similarity}",
            f"/api/search?q={query}&page=2",
            f"/api/similar/{document}",
            f"/api/documents/{document}",
            f"/api/explain?q={query}&id={document}",
            "/api/topics",
            "/api/info",
        ),
        weights=(12, 2, 2, 2, 1, 1, 1),
    )[0]


def _port(server: subprocess.Popen[str]) -> int:
    assert server.stderr is not None
    for line in server.stderr:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
            return int(found[1])
    raise RuntimeError("the server ended before it listened")
