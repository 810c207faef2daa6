"""TREC SGML: numbers, titles, texts and fields, from newswire to web pages."""

from __future__ import annotations

import html
import tempfile
from pathlib import Path

import pytest
from corpus.packing import archive, packings, put
from hypothesis import given
from hypothesis import strategies as st

from ilk.corpus.read import read
from ilk.errors import InputError
from ilk.records import Document

NEWS = """<DOC>
<DOCNO> AP-1 </DOCNO>
<FILEID>file</FILEID>
<HEAD>Two lines
of title</HEAD>
<BYLINE>By A</BYLINE>
<BYLINE>By B</BYLINE>
<EMPTY> </EMPTY>
<TEXT>
First &amp; <P>second</P>
</TEXT>
<TEXT>third</TEXT>
</DOC>
<DOC id="NYT-2" type="story">
<TEXT>by attribute</TEXT>
</DOC>
"""


def test_newswire_in_every_packing(tmp_path: Path) -> None:
    for path in packings(tmp_path, "a.sgml", NEWS):
        documents = read(path)
        assert documents.format == "trec"
        first, second = documents
        assert (first.id, first.title) == ("AP-1", "Two lines of title")
        assert first.text.split() == ["First", "&", "second", "third"]
        assert first.metadata == {"fileid": "file", "byline": ("By A", "By B")}
        assert second == Document("NYT-2", "by attribute")


def test_a_file_is_known_by_its_beginning_whatever_its_name(tmp_path: Path) -> None:
    assert [document.id for document in read(put(tmp_path / "ap880212", NEWS))] == ["AP-1", "NYT-2"]
    assert read(archive(tmp_path / "a.tgz", {"ap/1": NEWS, "ap/2": NEWS})).format == "trec"


def test_lower_case_tags(tmp_path: Path) -> None:
    path = put(tmp_path / "a.trec", "<doc>\n<docno>1</docno><title>T</title><text>words</text>\n</doc>")
    assert list(read(path)) == [Document("1", "words", "T")]


def test_the_leading_paragraph_belongs_to_the_text(tmp_path: Path) -> None:
    path = put(tmp_path / "a.trec", "<DOC><DOCNO>1</DOCNO><HL>T</HL><LP>led</LP><TEXT>by</TEXT></DOC>")
    assert list(read(path)) == [Document("1", "led\nby", "T")]


def test_a_web_page_is_read_as_html(tmp_path: Path) -> None:
    page = "<html><head><title>Page</title></head><body><p>seen<script>not</script></body></html>"
    record = f"<DOC>\n<DOCNO>W-1</DOCNO>\n<DOCHDR>\nhttp://x\n</DOCHDR>\n{page}\n</DOC>\n"
    assert list(read(put(tmp_path / "a.trecweb", record))) == [Document("W-1", "seen", "Page")]


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ("<DOC><TEXT>t</TEXT></DOC>", "the record has no <DOCNO>; correct it"),
        ("<DOC><DOCNO> </DOCNO><TEXT>t</TEXT></DOC>", "the record has no <DOCNO>; correct it"),
        ("<DOC><DOCNO>9</DOCNO><TEXT>\n</TEXT></DOC>", "the document '9' is empty"),
        ("<DOC><DOCNO>AP-1</DOCNO><TEXT>t</TEXT></DOC>", "the id 'AP-1' is taken by another document"),
        ("<DOC><DOCNO>9</DOCNO><TEXT>\xe9</TEXT></DOC>", "cannot be decoded as utf-8"),
    ],
)
def test_a_bad_record_names_the_line_it_begins_on(tmp_path: Path, record: str, problem: str) -> None:
    path = put(
        tmp_path / "a.trec", f"{NEWS}{record}\n<DOC><DOCNO>z</DOCNO><TEXT>t</TEXT></DOC>".encode("latin-1")
    )
    with pytest.raises(InputError) as caught:
        list(read(path))
    assert str(caught.value).startswith(f"{path}, line 17: {problem}")
    documents = read(path, skip_bad=True)
    assert [document.id for document in documents] == ["AP-1", "NYT-2", "z"]
    assert documents.problems.count == 1


def escaped(text: str) -> str:
    return html.escape(text, quote=False)


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cn", "Co"]), max_size=30).map(
    str.strip
)
documents = st.builds(
    Document,
    id=words.filter(bool),
    text=words.filter(bool),
    title=words.map(lambda title: " ".join(title.split())),
    metadata=st.dictionaries(
        st.sampled_from(["date", "by-line", "x1"]), words.map(lambda w: " ".join(w.split())).filter(bool)
    ),
)


@given(st.lists(documents, min_size=1, unique_by=lambda document: document.id))
def test_documents_come_back_as_they_were_written(written: list[Document]) -> None:
    written_records = [
        f"<DOC>\n<DOCNO>{escaped(d.id)}</DOCNO>\n<TITLE>{escaped(d.title)}</TITLE>\n"
        + "".join(
            f"<{name.upper()}>{escaped(str(value))}</{name.upper()}>\n" for name, value in d.metadata.items()
        )
        + f"<TEXT>\n{escaped(d.text)}\n</TEXT>\n</DOC>\n"
        for d in written
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = put(Path(folder) / "a.trec", "".join(written_records))
        assert list(read(path)) == written
