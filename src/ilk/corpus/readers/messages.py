"""Mail and news, one message a file; the folder that holds a file is the message's label.

The subject becomes the title and the body the text. What is not UTF-8 is read as latin-1, so that every
message can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ilk.corpus.opening import Entry
from ilk.corpus.problems import Problems
from ilk.corpus.readers.markup import read_markup
from ilk.corpus.readers.titles import shortened, title_of
from ilk.corpus.streams import Options, Readable, readable
from ilk.records import Document, Value

MAX_HEADER = 2_000
KEPT = ("from", "date", "organization")
HEADER = re.compile(r"^([!-9;-~]+):[ \t]*(.*(?:\n[ \t].*)*)", re.MULTILINE)
USUAL = re.compile(r"^(?:from|subject|newsgroups|message-id):", re.MULTILINE | re.IGNORECASE)
TRANSPORT = re.compile(
    r"^content-(?:type:\s*(?:multipart/|text/html)|transfer-encoding:\s*(?:base64|quoted-printable))",
    re.MULTILINE | re.IGNORECASE,
)


def read_messages(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield a document for each message; its id is the path below the source."""
    for file in readable(entries, options, problems):
        data = file.whole()
        text = None if data is None else _decoded(file, data)
        if data is not None and text is not None:
            yield _document(file.entry.name, text.replace("\r\n", "\n"), data)


def looks_like_message(head: str) -> bool:
    """Whether the usual headers stand before the first blank line."""
    return USUAL.search(head.partition("\n\n")[0]) is not None


def _document(name: str, text: str, data: bytes) -> Document:
    label = name.rpartition("/")[0].rpartition("/")[2]
    metadata: dict[str, Value] = {"label": label} if label else {}
    if not looks_like_message(text):
        return Document(name, text, title_of(text, ""), metadata)
    head, _, body = text.partition("\n\n")
    if TRANSPORT.search(head):
        body = _unpacked(data)
    headers = {header.lower(): _words(value) for header, value in reversed(HEADER.findall(head))}
    metadata.update({header: headers[header] for header in KEPT if headers.get(header)})
    return Document(name, body, shortened(headers.get("subject", "")), metadata)


def _decoded(file: Readable, data: bytes) -> str | None:
    if file.is_sure:
        return file.decode(data)
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
