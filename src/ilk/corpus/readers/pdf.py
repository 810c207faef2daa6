"""PDF files, through the optional package pypdf."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

from ilk.corpus.opening import UNREADABLE, Entry, report_unreadable
from ilk.corpus.problems import Problems
from ilk.corpus.readers.titles import shortened, title_of
from ilk.records import Document, Value

MAX_PDF_BYTES = 256 << 20


def read_pdf(entry: Entry, problems: Problems) -> Iterator[Document]:
    """Yield the text of a PDF file, with the title and the author that it names."""
    problems.at(entry.shown)
    try:
        import pypdf
    except ImportError:
        problem = "reading PDF needs the package pypdf (ilk's extra 'pdf')"
        advice = "install it with: pip install pypdf"
        problems.report(entry.shown, None, problem, advice, kind="PDF without pypdf")
        return
    data = _bytes(entry, problems)
    if data is None:
        return
    logging.getLogger("pypdf").setLevel(logging.ERROR)  # it warns about trifles in most files
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        text = "\n".join(page.extract_text() for page in reader.pages)
        information = reader.metadata
        title, author = (information.title, information.author) if information else (None, None)
    except Exception as error:  # noqa: BLE001  # a broken file makes pypdf raise nearly anything
        problem = f"is not a PDF file that pypdf can read ({error or type(error).__name__})"
        problems.report(entry.shown, None, problem, "convert it to text", kind="unreadable PDF")
        return
    metadata: dict[str, Value] = {"author": author} if author else {}
    yield Document(entry.name, text, shortened(title or "") or title_of(text, ""), metadata)


def _bytes(entry: Entry, problems: Problems) -> bytes | None:
    """Return the whole file, or report why that cannot be done."""
    try:
        with entry.open() as stream:
            data = stream.read(MAX_PDF_BYTES + 1)
    except UNREADABLE as error:
        report_unreadable(problems, entry.shown, error)
        return None
    if len(data) > MAX_PDF_BYTES:
        problem = f"is a PDF file larger than {MAX_PDF_BYTES >> 20} MiB"
        problems.report(entry.shown, None, problem, "split it, or convert it to text", kind="PDF too large")
        return None
    return data
