"""What callers of the index hand in, checked for the commonest mistakes before it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike

from ilk.errors import ParameterError
from ilk.records import Document

_LONGEST_SHOWN = 60


def checked_text(value: object, what: str) -> str:
    """Return a text, or refuse anything else."""
    if not isinstance(value, str):
        raise ParameterError(f"{what} must be a text, got {_shown(value)}")
    return value


def checked_texts(values: object, what: str) -> list[str]:
    """Return a list of texts; one text alone is not taken for a list of letters."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ParameterError(f"{what} must be a list of texts, got {_shown(values)}")
    return [checked_text(value, f"each of {what}") for value in values]


def checked_documents(documents: object) -> Iterator[Document]:
    """Return the documents one by one; what is none, such as a path or a bare text, is refused."""
    if isinstance(documents, str | bytes | PathLike) or not isinstance(documents, Iterable):
        raise ParameterError(
            f"documents must be a list of ilk.Document or what ilk.read returns, got {_shown(documents)}; "
            "read a folder or a file with ilk.read"
        )
    return map(_checked_document, documents)


def _checked_document(document: object) -> Document:
    if not isinstance(document, Document):
        raise ParameterError(
            f"a document must be an ilk.Document, got {_shown(document)}; "
            "make one with ilk.Document(id, text), or read files with ilk.read"
        )
    for field in ("id", "text", "title"):
        if not isinstance(value := getattr(document, field), str):
            raise ParameterError(f"the {field} of a document must be a text, got {_shown(value)}")
    if not isinstance(document.metadata, Mapping):
        raise ParameterError(
            f"the metadata of a document must be a dict of fields, got {_shown(document.metadata)}"
        )
    return document


def _shown(value: object) -> str:
    """Spell a value, shortened, so that a whole text does not become a sentence."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
