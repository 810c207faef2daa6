"""Tables say published, ours and the difference; pages hold them with their figures."""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure as Drawing

from ilk.experiments.figures import baseline, by_topics, look, panels, style
from ilk.experiments.pages import markdown, text, write_page
from ilk.experiments.report import Compared, Figure, Finding, Report, Section, comparison, findings_table
from ilk.experiments.results import Outcome, Results
from ilk.experiments.study import Study

TABLE = comparison(
    "MAP in percent",
    "similarity",
    [Compared("a|b", 52.3, 53.26, 0.44), Compared("new", None, 3.0), Compared("lost", 4.0, None)],
)


def drawing() -> Drawing:
    with style():
        figure, (axes,) = panels()
        axes.errorbar([1, 2, 8], [3.0, 4.0, 5.0], yerr=[0.1, 0.2, 0.3], label="K", **look(1))
        by_topics(axes, [1, 2, 8])
        baseline(axes, 4.5, "BM25")
        axes.legend()
    return figure


REPORT = Report(
    "It works.", [Section("Table 1", "Some text.", [TABLE], [Figure("f-1", "MAP by |Z|", drawing)])]
)
STUDY = Study(
    "s2026", "A study", "A. Author, 2026.", lambda quick: [], lambda p, d: None, lambda r: REPORT, ()
)
RESULTS = Results("s2026", 1, True, (Outcome({"seed": 1}, 2.0),), 65.0, "0.1", {"python": "3.11", "cores": 2})


def test_a_comparison_has_published_ours_and_difference() -> None:
    assert TABLE.header == ("similarity", "published", "ours", "difference")
    assert [tuple(row) for row in TABLE.rows] == [
        ("a|b", "52.3", "53.3 ± 0.4", "+1.0"),
        ("new", "–", "3.0", "–"),
        ("lost", "4.0", "–", "–"),
    ]


def test_findings_are_numbered_and_marked() -> None:
    table = findings_table("Findings", [Finding("A beats B", True, "2 > 1"), Finding("C", False, "0 < 1")])
    assert [row[:2] for row in table.rows] == [("1. A beats B", "seen"), ("2. C", "not seen")]


def test_the_page_names_its_command_and_shows_everything() -> None:
    page = markdown(STUDY, RESULTS, REPORT)
    assert page.startswith("# s2026: A study\n\nA. Author, 2026.\n\nIt works.\n\n")
    assert "`ilk reproduce s2026 --data FOLDER --quick`: 1 settings in 65 s on 2 cores, ilk 0.1" in page
    assert "| a\\|b | 52.3 | 53.3 ± 0.4 | +1.0 |" in page
    assert "![MAP by |Z|](figures/f-1.svg)" in page


def test_the_terminal_shows_text_and_tables() -> None:
    assert list(text(REPORT)) == ["It works.", "TABLE 1", "Some text.", TABLE]


def test_the_same_figure_gives_the_same_bytes(tmp_path: Path) -> None:
    files = write_page(tmp_path, STUDY, RESULTS, REPORT)
    assert [file.name for file in files] == ["s2026.md", "f-1.png", "f-1.svg"]
    first = [file.read_bytes() for file in files]
    write_page(tmp_path, STUDY, RESULTS, REPORT)
    assert [file.read_bytes() for file in files] == first
