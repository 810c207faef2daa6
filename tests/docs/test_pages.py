"""The manual builds without a warning, its links lead somewhere, and its lists are complete."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from docs.blocks import PAGES, ROOT

import ilk
from ilk.cli.app import app
from ilk.experiments.catalogue import STUDIES
from ilk.similarities import MODELS_NEEDED
from ilk.web.routes import api, health

DOCS = ROOT / "docs"
LINK = re.compile(r"\]\(([^)\s]+)\)")
FOREIGN = ("http:", "https:", "mailto:")
NOT_YET = frozenset(f"results/{name}" for name in STUDIES if not (DOCS / "results" / f"{name}.md").exists())
"""Pages of results that `ilk reproduce` has still to write."""


class Page(HTMLParser):
    """The anchors of a page, where its links lead, and what a browser loads to show it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
        elif tag != "a" and given.get("rel") != "canonical":
            self.loaded |= {given[name] for name in ("src", "href") if name in given}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    """Build the manual as `make docs` does, and read every page of it."""
    out = tmp_path_factory.mktemp("manual")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    command += ["-d", str(out / "doctrees"), str(DOCS), str(out / "html")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = (out / "html").rglob("*.html")
    return {
        page.relative_to(out / "html").as_posix(): Page(page.read_text(encoding="utf-8")) for page in pages
    }


def test_every_page_is_built_and_within_reach(built):
    pages = {path.relative_to(DOCS).with_suffix(".html").as_posix() for path in DOCS.glob("*.md")}
    assert pages <= set(built)
    assert {"results/index.html", "results/latency.html", "results/sizes.html"} <= set(built)
    assert pages - {"index.html"} <= built["index.html"].links


def test_links_within_the_manual_lead_somewhere(built):
    lost = [
        f"{name}: {link}"
        for name, page in built.items()
        if name not in {"search.html", "genindex.html"}
        for link in page.links
        if not leads_somewhere(name, link, built)
    ]
    assert lost == []


def leads_somewhere(name: str, link: str, built: dict[str, Page]) -> bool:
    """Follow a link of a page, to its anchor too."""
    target = urlsplit(link)
    if target.scheme or link in {"#", ""}:
        return True
    here = Path("/", name)
    place = (here.parent / unquote(target.path)).resolve() if target.path else here
    path = place.relative_to("/").as_posix()
    if path in built:
        return not target.fragment or unquote(target.fragment) in built[path].anchors
    return path.startswith(("_downloads/", "_images/")) or path.rpartition(".")[0] in NOT_YET


def test_nothing_is_loaded_from_elsewhere(built):
    foreign = {url for page in built.values() for url in page.loaded if urlsplit(url).netloc}
    assert foreign == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_files_lead_somewhere(page):
    lost = []
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if link.startswith((*FOREIGN, "#")):
            continue
        target = (page.parent / unquote(urlsplit(link).path)).resolve()
        inside = target.relative_to(DOCS).with_suffix("").as_posix() if target.is_relative_to(DOCS) else ""
        if not target.exists() and inside not in NOT_YET:
            lost.append(link)
    assert lost == []


def test_every_public_name_is_in_the_python_api(built):
    documented = re.findall(r"^\.\. auto(?!module)\w+:: (?:ilk\.)?(\w+)$", text("python.md"), re.MULTILINE)
    assert set(ilk.__all__) - {"__version__"} <= set(documented)
    anchors = built["python.html"].anchors
    assert [name for name in documented if f"ilk.{name}" not in anchors] == []


def test_the_commands_stand_in_the_order_of_the_program():
    (listed,) = re.findall(r":commands: (.*)", text("commands.md"))
    assert listed.split(", ") == list(app.commands)


def test_every_similarity_is_explained():
    told = text("choosing.md")
    for name in MODELS_NEEDED:
        whole = re.sub(r"^plsi-(?:dfim|half|log)-", "plsi-", name).removesuffix("-rm3")
        whole = re.sub(r"^(plsi-(?:h|iid))-(?:words|topics)$", r"\1", whole)
        assert f"`{whole}`" in told, name
    for piece in ("`-words`", "`-topics`", "`dfim-`", "`half-`", "`log-`", "`-rm3`"):
        assert piece in told


def test_the_parts_of_the_format_are_those_of_an_index(tmp_path):
    documents = [ilk.Document(f"d{n}", f"word{n % 3} other{n % 4} third{n % 5} common") for n in range(12)]
    index = ilk.Index.build(documents, language="none", models=["plsi", "nb", "lsi", "fv"], n_topics=2)
    index.save(tmp_path / "all.ilk")
    (generation,) = (path for path in (tmp_path / "all.ilk").iterdir() if path.is_dir())
    listed = re.findall(r"^\| `([\w.]+)` \|", text("format.md"), re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in generation.iterdir())


def test_the_routes_are_those_of_the_server():
    routes = {route.path.replace(":path", "") for router in (api, health) for route in router.routes}
    assert set(re.findall(r"^\| `(/[^`]+)` \|", text("http.md"), re.MULTILINE)) == routes


def text(page: str) -> str:
    """Return a page of the manual as it is written."""
    return (DOCS / page).read_text(encoding="utf-8")
