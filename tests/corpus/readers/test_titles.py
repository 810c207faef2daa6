"""The title of a text is its first heading or its first line, however headings are marked."""

from __future__ import annotations

import pytest

from ilk.corpus.readers.titles import MAX_TITLE, shortened, title_of


@pytest.mark.parametrize(
    ("text", "ending", "title"),
    [
        ("\n\n  First line \nsecond", ".txt", "First line"),
        ("# not a heading here", ".txt", "# not a heading here"),
        ("intro\n\n## The heading ##\n", ".md", "The heading"),
        ("The heading\n===\n# later", ".md", "The heading"),
        ("The heading\n---\n", ".markdown", "The heading"),
        ("```\n# a comment\n```\n# Real", ".md", "Real"),
        ("~~~\n```\n# a comment\n~~~\n# Real", ".md", "Real"),
        ("- item\n---\n# Real", ".md", "Real"),
        ("#hashtag\n", ".md", "#hashtag"),
        ("---\ntitle: meta\n---\n\n# Real\n", ".md", "Real"),
        ("---\ntitle: meta\n---\nno heading", ".md", "no heading"),
        ("no heading\nat all", ".md", "no heading"),
        ("=====\nTitle\n=====\n", ".rst", "Title"),
        (".. comment\n\nTitle\n~~~~~\ntext", ".rst", "Title"),
        ("A long title\n---\nReal\n----\n", ".rst", "Real"),
        ("plain", ".rst", "plain"),
        ("", ".md", ""),
        ("  \n ", ".txt", ""),
    ],
)
def test_the_title(text: str, ending: str, title: str) -> None:
    assert title_of(text, ending) == title


def test_a_title_is_one_line_of_bounded_length() -> None:
    assert shortened(" a \n b ") == "a b"
    long = shortened("word " * 100)
    assert len(long) <= MAX_TITLE
    assert long.endswith("word…")
    assert len(shortened("x" * 500)) == MAX_TITLE
