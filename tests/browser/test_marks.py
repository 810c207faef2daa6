"""How ranges of a text become marks: what overlaps is cut, and words of the query always win."""

from __future__ import annotations

import pytest

DRAW = """async ([text, marks]) => {
    const { marked } = await import('/static/dom.js');
    const told = ({ className, textContent, dataset: { term } }) =>
        term === undefined ? [className, textContent] : [className, textContent, term];
    return marked(text, marks).map(piece => typeof piece === 'string' ? piece : told(piece)).filter(String);
}"""
CASES = {
    "related that begins earlier": (
        "日本語の文章",
        [[4, 6, "match"], [3, 5, "related"]],
        ["日本語", ["related", "の"], ["match", "文章"]],
    ),
    "related around a match": (
        "abcdef",
        [[0, 6, "related"], [2, 4, "match"]],
        [["related", "ab"], ["match", "cd"], ["related", "ef"]],
    ),
    "pairs of characters": ("日本語", [[0, 2, "match"], [1, 3, "match"]], [["match", "日本語"]]),
    "pairs that are words": (
        "日本語",
        [[0, 2, "match", "日本"], [1, 3, "related", "本語"]],
        [["match", "日", "日本"], ["match", "本", "日本 本語"], ["related", "語", "本語"]],
    ),
    "apart": ("one two", [[4, 7, "match"], [0, 3, "related"]], [["related", "one"], " ", ["match", "two"]]),
    "characters that JavaScript counts twice": ("😀 two", [[2, 5, "match"]], ["😀 ", ["match", "two"]]),
    "an empty range": ("one", [[1, 1, "match"]], ["o", "ne"]),
    "nothing": ("one", [], ["one"]),
}


@pytest.mark.parametrize("case", CASES)
def test_marks_are_cut_where_they_overlap(visit, case):
    text, marks, pieces = CASES[case]
    page = visit().go("/")
    assert joined(page.evaluate(DRAW, [text, marks])) == joined(pieces)


def joined(pieces):
    """Return pieces with neighbouring plain ones as one."""
    found = []
    for piece in pieces:
        if found and isinstance(piece, str) and isinstance(found[-1], str):
            found[-1] += piece
        else:
            found.append(piece)
    return found
