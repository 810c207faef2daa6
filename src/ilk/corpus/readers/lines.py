"""Plain text in which every line is a document; blank lines only separate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ilk.corpus.opening import Entry
from ilk.corpus.problems import Problems
from ilk.corpus.readers.fields import number_as_id
from ilk.corpus.streams import Options, readable
from ilk.records import Document


def read_lines(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield a document for each line that is not blank; its id is the number of the line."""
    for file in readable(entries, options, problems):
        for number, line in file.text_lines():
            if line and not line.isspace():
                yield Document(number_as_id(file.entry, number), line)
