"""Files that are one document each: plain text, Markdown, reStructuredText, HTML and PDF.

The id is the path below the source. The text of a plain file is all of it, heading included; front matter is
not taken apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ilk.corpus.opening import Entry
from ilk.corpus.problems import Problems
from ilk.corpus.readers.markup import declared_encoding, read_markup
from ilk.corpus.readers.titles import shortened, title_of
from ilk.corpus.sources import ending
from ilk.corpus.streams import Options, Readable, readable
from ilk.records import Document

HTML = frozenset({".html", ".htm", ".xhtml"})
HTML_BEGINNINGS = ("<!doctype html", "<html")


def read_text(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield a document for each file."""
    for entry in entries:
        if ending(entry.name) == ".pdf":
            from ilk.corpus.readers.pdf import read_pdf

            yield from read_pdf(entry, problems)
        else:
            yield from _read_file(entry, options, problems)


def is_html(name: str, head: str) -> bool:
    """Whether a file is a page, by its ending or by how it begins."""
    return ending(name) in HTML or head.lstrip()[:16].lower().startswith(HTML_BEGINNINGS)


def _read_file(entry: Entry, options: Options, problems: Problems) -> Iterator[Document]:
    for file in readable([entry], options, problems):
        page = is_html(entry.name, file.head[:256].decode("latin-1"))
        if page and not file.is_sure:
            file.decode_as(declared_encoding(file.head) or file.encoding)
        data = file.whole()
        text = None if data is None else file.decode(data)
        if text is not None:
            yield _document(file, text.replace("\r\n", "\n"), page)


def _document(file: Readable, text: str, is_page: bool) -> Document:
    if not is_page:
        return Document(file.entry.name, text, title_of(text, ending(file.entry.name)))
    page = read_markup(text)
    return Document(file.entry.name, page.text, shortened(page.title) or title_of(page.text, ""))
