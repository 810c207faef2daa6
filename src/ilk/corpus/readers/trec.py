"""TREC collections: <DOC> records with a <DOCNO>, a <TEXT> and fields of their own.

Each other field outside of the text becomes metadata under its name in lower case. Where there is no <TEXT>,
as in the web collections, the record is read as HTML instead and has no metadata.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ilk.corpus.opening import Entry
from ilk.corpus.problems import LEAVE_OUT, Problems
from ilk.corpus.readers.markup import read_markup
from ilk.corpus.readers.sgml import documents_of, elements, unescaped, without_tags
from ilk.corpus.streams import Options, Readable, readable
from ilk.records import Document, Value

START, END = re.compile(rb"<(?:DOC|doc)(?=[\s>])"), re.compile(rb"</(?:DOC|doc)>")
ID_ATTRIBUTE = re.compile(r"""\bid\s*=\s*["']([^"']+)["']""", re.IGNORECASE)
TITLES = ("TITLE", "HEADLINE", "HEAD", "HL", "TI")
TEXTS = ("LP", "TEXT")  # the Wall Street Journal's leading paragraph stands before its text
NOT_IN_TEXT = ("DOCNO", "DOCOLDNO", "DOCHDR")


def read_trec(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield a document for each record; its id is the DOCNO or, where there is none, the tag's id."""
    for file in readable(entries, options, problems):
        yield from documents_of(file, START, END, _document)


def _document(record: str, line: int, file: Readable) -> Document | None:
    opening, _, content = record.partition(">")
    fields: dict[str, list[str]] = {}
    for name, inner in elements(content):
        fields.setdefault(name, []).append(inner)
    attribute = ID_ATTRIBUTE.search(opening)
    numbers = fields.pop("DOCNO", [attribute[1]] if attribute else [])
    number = unescaped(numbers[0]).strip() if numbers else ""
    if not number:
        file.report(line, "the record has no <DOCNO>", LEAVE_OUT, kind="missing id")
        return None
    if "TEXT" not in fields:
        page = read_markup(_without_header(content))
        return Document(number, page.text, page.title)
    titles = [title for name in TITLES for title in fields.pop(name, [])]
    texts = [without_tags(text).strip() for name in TEXTS for text in fields.pop(name, [])]
    metadata = {name.lower(): value for name, inner in fields.items() if (value := _value(inner))}
    return Document(number, "\n".join(texts), _one_line(" ".join(titles)), metadata)


def _without_header(content: str) -> str:
    """Return the page of a web collection without what was written before it."""
    for name in (*NOT_IN_TEXT, *map(str.lower, NOT_IN_TEXT)):
        before, found, rest = content.partition(f"<{name}>")
        content = before + rest.partition(f"</{name}>")[2] if found else content
    return content


def _value(contents: list[str]) -> Value:
    """Return one string where a field stands once, a tuple where it stands several times."""
    found = tuple(text for text in map(_one_line, contents) if text)
    return found[0] if len(found) == 1 else found


def _one_line(text: str) -> str:
    return " ".join(without_tags(text).split())
