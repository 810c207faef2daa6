"""Docstrings become reStructuredText that shows what they say."""

from __future__ import annotations

import sys

import pytest
from docs.blocks import ROOT

sys.path.insert(0, str(ROOT / "docs" / "_ext"))

from docstrings import as_restructured_text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Return `text` as it is.", "Return ``text`` as it is."),
        ("P(z|d) and 2*K, |x|", r"P(z\|d) and 2\*K, \|x\|"),
        ("Fitted: p_z_ (K,).", r"Fitted: ``p_z_``\  (K,)."),
        ("n_docs by w_i", r"n\_docs by w\_i"),
    ],
)
def test_names_are_code_and_signs_are_not_markup(line, expected):
    assert as_restructured_text([line], frozenset()) == [expected, ""]


def test_parameters_become_a_list():
    lines = [
        "max_iter, tol: stop after so many,",
        "    or once it is done.",
        "seed, for topics: random.",
        "note: text.",
    ]
    assert as_restructured_text(lines, frozenset({"max_iter", "tol", "seed"})) == [
        "",
        r"* **max\_iter, tol**: stop after so many,",
        "  or once it is done.",
        "* **seed**, for topics: random.",
        "",
        "note: text.",
        "",
    ]


def test_columns_stay_aligned():
    assert as_restructured_text(["a    first", "bcd  second"], frozenset()) == [
        "::",
        "",
        "    a    first",
        "    bcd  second",
        "",
    ]
