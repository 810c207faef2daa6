"""Take the screenshots of README and manual: `make screenshots`, with a Chromium on this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "images"
PROGRAM = str(Path(sys.executable).parent / "ilk")
QUERY = "parse+a+date+from+a+string"
PICTURES = {
    "why": (f"/?q={QUERY}", "light"),
    "map": ("/map?q=dates+and+times", "light"),
    "compare": ("/compare?q=sort+by+two+keys&left=ilk&right=bm25", "dark"),
    "topics": ("/topics", "light"),
}


def main() -> None:
    """Build the demo index, serve it, and take each picture."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        index = Path(folder) / "demo.ilk"
        subprocess.run([PROGRAM, "demo", "--out", str(index)], check=True, capture_output=True)
        with subprocess.Popen(
            [PROGRAM, "serve", str(index), "--port", "0"], stderr=subprocess.PIPE, text=True
        ) as server:
            take_all(address_of(server))
            server.terminate()


def address_of(server: subprocess.Popen[str]) -> str:
    """Wait until the server says where it is."""
    for line in server.stderr or ():
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            return found[0]
    raise RuntimeError("the server ended before it listened")


def take_all(address: str) -> None:
    """Open a browser and take every picture."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("ILK_BROWSER") or shutil.which("chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for name, (path, scheme) in PICTURES.items():
            page = browser.new_page(viewport={"width": 1100, "height": 760}, color_scheme=scheme)
            for _ in range(2):  # the first time the server reads its index from the disk, and takes longer
                page.goto(address + path)
                page.wait_for_load_state("networkidle")
            prepare(name, page)
            page.screenshot(path=FOLDER / f"{name}.png")
            print(f"wrote {FOLDER.name}/{name}.png")
            page.close()
        browser.close()


def prepare(name: str, page: Any) -> None:
    """Bring a view into the state that is worth showing."""
    if name == "why":
        page.click(".why-button >> nth=0")
        page.wait_for_selector(".parts")
        page.hover("tr[data-term] >> nth=0")
    if name == "map":
        page.wait_for_selector(".in-view a")
    page.wait_for_timeout(500)


if __name__ == "__main__":
    main()
