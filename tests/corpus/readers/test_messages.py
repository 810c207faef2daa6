"""Mail and news: labels from folders, headers apart, bodies unpacked, and all of 20 Newsgroups."""

from __future__ import annotations

from collections import Counter
from email.message import EmailMessage
from pathlib import Path

import pytest
from corpus.packing import archive, put

from ilk.corpus.read import read
from ilk.errors import InputError
from ilk.records import Document

NEWS = """From: a@example.org (A. Writer)
Subject: Re: Things
\tand more
Organization: None
Lines: 2
X-Other: y

Body with From: inside
--
A.
"""
EXPECTED = {"label": "sci.things", "from": "a@example.org (A. Writer)", "organization": "None"}


def test_messages_of_a_folder_and_of_an_archive(tmp_path: Path) -> None:
    members: dict[str, bytes | str] = {"all/sci.things/101": NEWS, "all/misc/7": NEWS.replace("\n", "\r\n")}
    for name, content in members.items():
        put(tmp_path / "folder" / name, content)
    for path in (tmp_path / "folder", archive(tmp_path / "a.tar.gz", members)):
        documents = read(path)
        assert documents.format == "messages"
        found = {document.id: document for document in documents}
        expected = Document(
            "all/sci.things/101", "Body with From: inside\n--\nA.\n", "Re: Things and more", EXPECTED
        )
        assert found["all/sci.things/101"] == expected
        assert found["all/misc/7"].text == expected.text
        assert found["all/misc/7"].metadata["label"] == "misc"


def test_what_is_not_utf_8_is_latin_1(tmp_path: Path) -> None:
    put(tmp_path / "a/1", NEWS.replace("Body", "Gr\xfc\xdfe").encode("latin-1"))
    put(tmp_path / "a/2", NEWS.replace("Body", "Gr\xfc\xdfe"))
    assert {document.text[:5] for document in read(tmp_path)} == {"Grüße"}
    with pytest.raises(InputError, match=r"line 8: cannot be decoded as ascii"):
        list(read(tmp_path, encoding="ascii"))


def test_packed_bodies_and_words_are_unpacked(tmp_path: Path) -> None:
    message = EmailMessage()
    message["From"] = "Zoë <z@example.org>"
    message["Subject"] = "Grüße aus dem Süden"
    message["Date"] = "Mon, 01 Jan 2001 00:00:00 +0000"
    message.set_content("Schöne Worte\n", cte="base64")
    message.add_alternative("<p>Schöne <b>Seite</b></p>", subtype="html")
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="x.png")
    (document,) = read(put(tmp_path / "a.eml", message.as_bytes()))
    assert (document.text.strip(), document.title) == ("Schöne Worte", "Grüße aus dem Süden")
    assert document.metadata["from"] == "Zoë <z@example.org>"
    assert document.metadata["date"] == "Mon, 01 Jan 2001 00:00:00 +0000"
    page = EmailMessage()
    page["From"] = "a@example.org"
    page.set_content("<p>Only a <b>page</b></p>", subtype="html")
    (document,) = read(put(tmp_path / "b.eml", page.as_bytes()))
    assert document.text == "Only a page"


@pytest.mark.parametrize(
    ("header", "title"),
    [
        ("=?unheard-of?q?x?=", "=?unheard-of?q?x?="),
        ("=?utf-8?q?=FF?=", "=?utf-8?q?=FF?="),
        ("=?utf-8?q?caf=C3=A9?= noir", "café noir"),
    ],
)
def test_words_that_cannot_be_decoded_stay_as_they_are(tmp_path: Path, header: str, title: str) -> None:
    (document,) = read(put(tmp_path / "a.eml", f"From: a\nSubject: {header}\n\nbody"))
    assert document.title == title


def test_an_unknown_charset_is_read_as_latin_1(tmp_path: Path) -> None:
    head = (
        "From: a\nContent-Type: text/plain; charset=unheard-of\nContent-Transfer-Encoding: quoted-printable\n"
    )
    (document,) = read(put(tmp_path / "a.eml", f"{head}\ncaf=E9"))
    assert document.text == "café"


def test_a_file_without_headers_is_all_text(tmp_path: Path) -> None:
    put(tmp_path / "spam/1.txt", "just words\n\nmore")
    documents = list(read(tmp_path, format="messages"))
    assert documents == [Document("spam/1.txt", "just words\n\nmore", "just words", {"label": "spam"})]


@pytest.fixture(scope="module")
def newsgroups(data_folder: Path) -> list[Document]:
    path = data_folder / "20newsgroups" / "20news-bydate.tar.gz"
    if not path.is_file():
        pytest.skip(f"no 20 Newsgroups at {path}")
    documents = read(path)
    assert documents.format == "messages"
    return list(documents)


def test_all_messages_are_there(newsgroups: list[Document]) -> None:
    assert len(newsgroups) == 18_846 == len({document.id for document in newsgroups})
    labels = Counter(document.metadata["label"] for document in newsgroups)
    assert len(labels) == 20
    assert (labels["rec.sport.hockey"], labels["talk.religion.misc"]) == (999, 628)
    assert sum(document.id.startswith("20news-bydate-train/") for document in newsgroups) == 11_314
    assert all(document.title and "from" in document.metadata for document in newsgroups)


@pytest.mark.parametrize(
    ("position", "name", "title", "word"),
    [
        (0, "train/talk.religion.misc/83498", "Christians above the Law", "sandvik"),
        (9, "train/talk.religion.misc/84146", "Re: Davidians and compassion", "pharvey"),
        (-1, "test/alt.atheism/53397", "Re: Societally acceptable behavior", "cobb"),
    ],
)
def test_messages_0_9_and_last(
    newsgroups: list[Document], position: int, name: str, title: str, word: str
) -> None:
    document = newsgroups[position]
    assert document.id == f"20news-bydate-{name}"
    assert document.metadata["label"] == name.split("/")[1]
    assert document.title.startswith(title)
    assert word in document.text
    assert not document.text.startswith("From:")
