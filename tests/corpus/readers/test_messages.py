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


MAILBOX = """From a@example.org Mon Jan  1 12:00:00 2001
From: a@example.org
Subject: First

From here on Monday at 12:00 it goes on.

>From b@example.org Mon Jan  1 12:00:00 2001
From a distance

From 1506706386461374563@xxx Sun Jul 27 22:46:56 +0000 2014
Subject: =?utf-8?q?Zweite_Gr=C3=BC=C3=9Fe?=
Content-Transfer-Encoding: quoted-printable

caf=C3=A9

From - Tue Jan 02 09:30:00 2001
From: c@example.org
Subject: Third

Gr\xfc\xdfe
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_mailbox_is_as_many_documents_as_it_has_messages(tmp_path: Path, ends: str) -> None:
    data = MAILBOX.replace("\n", ends).encode("latin-1")
    put(tmp_path / "mail/inbox.mbox", data)
    for path, wanted in ((tmp_path / "mail/inbox.mbox", None), (tmp_path, "messages")):
        documents = read(path, format=wanted)
        assert documents.format == "messages"
        first, second, third = documents
        assert [first.title, second.title, third.title] == ["First", "Zweite Grüße", "Third"]
        assert first.text.startswith("From here on Monday")
        assert first.text.rstrip().endswith("From a distance")
        assert (second.text.strip(), third.text.strip()) == ("café", "Grüße")
        assert third.metadata["from"] == "c@example.org"
        names = ["1", "2", "3"] if wanted is None else [f"mail/inbox.mbox:{number}" for number in (1, 2, 3)]
        assert [first.id, second.id, third.id] == names
        assert first.metadata.get("label") == (None if wanted is None else "inbox")


@pytest.mark.parametrize("name", ["Inbox", "Inbox.gz", "2001-January.txt"])
def test_a_mailbox_is_known_by_its_first_lines_and_read_among_other_files(tmp_path: Path, name: str) -> None:
    put(tmp_path / "a.md", "a note")
    put(tmp_path / f"mail/{name}", MAILBOX)
    note, *messages = read(tmp_path)
    assert note.id == "a.md"
    assert [message.id for message in messages] == [f"mail/{name}:{number}" for number in (1, 2, 3)]
    assert messages[0].metadata["label"] == name.partition(".")[0]
    packed = archive(tmp_path / "a.tar.gz", {f"mail/{name.removesuffix('.gz')}": MAILBOX})
    assert [message.title for message in read(packed)] == ["First", "Zweite Grüße", "Third"]


def test_a_text_that_only_begins_with_the_word_from_is_no_mailbox(tmp_path: Path) -> None:
    text = "From Monday at 12:00 we are open.\n\nFrom a Mon 1:00\n"
    assert list(read(put(tmp_path / "a.txt", text))) == [Document("a.txt", text, text.partition("\n")[0])]


def test_a_bad_message_of_a_mailbox_names_its_line(tmp_path: Path) -> None:
    path = put(tmp_path / "a.mbox", MAILBOX.replace("Subject: First", f"Subject: {'x' * (33 << 20)}", 1))
    with pytest.raises(InputError, match=r"a\.mbox, line 3: the line is longer than 32 MiB"):
        list(read(path))
    path = put(tmp_path / "a.mbox", MAILBOX.replace("From here", f"{'x' * (1 << 20)}\n" * 33, 1))
    with pytest.raises(InputError, match=r"a\.mbox, line 1: the message is longer than 32 MiB"):
        list(read(path))
    assert [document.id for document in read(path, skip_bad=True)] == ["2", "3"]
    with pytest.raises(InputError, match=r"a\.mbox, line 20: cannot be decoded as ascii"):
        list(read(put(tmp_path / "a.mbox", MAILBOX), encoding="ascii"))


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
