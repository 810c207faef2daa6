"""Mail and news: one message a file, or the many of a mailbox.

The subject becomes the title and the body the text; the folder that holds a message, or the mailbox where
there are several, is its label. What is not UTF-8 is read as latin-1, so that every message can be read.

A mailbox (mbox) begins each message with a line such as "From a@example.org Mon Jan  1 12:00:00 2001", after
an empty one. The mailbox module of the standard library reads only files on disk; this reads any stream.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from ilk.corpus.opening import Entry
from ilk.corpus.problems import Problems
from ilk.corpus.readers.fields import number_as_id
from ilk.corpus.readers.markup import read_markup
from ilk.corpus.readers.titles import shortened, title_of
from ilk.corpus.sources import ending
from ilk.corpus.streams import MAX_RECORD_BYTES, Options, Readable, readable
from ilk.records import Document, Value

MAX_HEADER = 2_000
OPENING = re.compile(rb"From .{0,200}\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b.{0,40}\d:\d\d")
MAILBOX = re.compile(rb"\s*" + OPENING.pattern + rb".*\n[!-9;-~]+:")
KEPT = ("from", "date", "organization")
HEADER = re.compile(r"^([!-9;-~]+):[ \t]*(.*(?:\n[ \t].*)*)", re.MULTILINE)
USUAL = re.compile(r"^(?:from|subject|newsgroups|message-id):", re.MULTILINE | re.IGNORECASE)
TRANSPORT = re.compile(
    r"^content-(?:type:\s*(?:multipart/|text/html)|transfer-encoding:\s*(?:base64|quoted-printable))",
    re.MULTILINE | re.IGNORECASE,
)


def read_messages(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield a document for each message; its id is the path below the source, in a mailbox with a number."""
    for file in readable(entries, options, problems):
        name = file.entry.name
        if is_mailbox(file.head):
            for number, line, data in _messages_of(file):
                label = "" if file.entry.alone else _mailbox_name(name)
                yield from _read(file, data, line, number_as_id(file.entry, number), label)
        elif (whole := file.whole()) is not None:
            yield from _read(file, whole, None, name, name.rpartition("/")[0].rpartition("/")[2])


def is_mailbox(beginning: bytes) -> bool:
    """Whether a file begins with the line that opens a message of a mailbox, and a header after it."""
    return MAILBOX.match(beginning) is not None


def looks_like_message(head: str) -> bool:
    """Whether the usual headers stand before the first blank line."""
    return USUAL.search(head.partition("\n\n")[0]) is not None


def _messages_of(file: Readable) -> Iterator[tuple[int, int, bytes]]:
    """Yield the messages of a mailbox that may be kept, each with its number and the line that opens it."""
    number, begins, size, after_blank = 0, 0, 0, True
    held: list[bytes] = []
    for position, line in file.lines():
        if after_blank and OPENING.match(line):
            if number and file.fits(size, begins, "message"):
                yield number, begins, b"\n".join(held)
            number, begins, size, held = number + 1, position, 0, []
        else:
            size += len(line) + 1
            held.append(line)
            if size > MAX_RECORD_BYTES:
                held.clear()
        after_blank = not line.strip()
    if number and not file.damaged and file.fits(size, begins, "message"):
        yield number, begins, b"\n".join(held)


def _mailbox_name(name: str) -> str:
    """Return what a mailbox is called, without its folder and its ending."""
    path = PurePosixPath(name[:-3] if name.lower().endswith(".gz") else name)
    return path.stem if ending(name) else path.name


def _read(file: Readable, data: bytes, line: int | None, name: str, label: str) -> Iterator[Document]:
    text = _decoded(file, data, 1 if line is None else line + 1)
    if text is not None:
        file.problems.at(file.entry.shown, line)
        yield _document(name, label, text.replace("\r\n", "\n"), data)


def _document(name: str, label: str, text: str, data: bytes) -> Document:
    metadata: dict[str, Value] = {"label": label} if label else {}
    if not looks_like_message(text):
        return Document(name, text, title_of(text, ""), metadata)
    head, _, body = text.partition("\n\n")
    if TRANSPORT.search(head):
        body = _unpacked(data)
    headers = {header.lower(): _words(value) for header, value in reversed(HEADER.findall(head))}
    metadata.update({header: headers[header] for header in KEPT if headers.get(header)})
    return Document(name, body, shortened(headers.get("subject", "")), metadata)


def _decoded(file: Readable, data: bytes, line: int) -> str | None:
    if file.is_sure:
        return file.decode(data, line)
    text = file.try_decode(data)
    return data.decode("latin-1") if text is None else text


def _words(value: str) -> str:
    """Return the value of a header on one line, with the words resolved that are encoded for transport."""
    value = " ".join(value[:MAX_HEADER].split())
    if "=?" not in value:
        return value
    from email.errors import HeaderParseError
    from email.header import decode_header, make_header

    try:
        return str(make_header(decode_header(value)))
    except (HeaderParseError, LookupError, ValueError):
        return value


def _unpacked(data: bytes) -> str:
    """Return the plain parts of a message that was packed for transport, else its pages as plain text."""
    from email import message_from_bytes

    plain, pages = [], []
    for part in message_from_bytes(data).walk():
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes) and part.get_content_type() == "text/plain":
            plain.append(_in_charset(payload, part.get_content_charset("utf-8")))
        elif isinstance(payload, bytes) and part.get_content_type() == "text/html":
            pages.append(read_markup(_in_charset(payload, part.get_content_charset("utf-8"))).text)
    return "\n".join(plain or pages)


def _in_charset(payload: bytes, charset: str) -> str:
    try:
        return payload.decode(charset)
    except (LookupError, UnicodeDecodeError):
        return payload.decode("latin-1")
