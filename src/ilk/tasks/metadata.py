"""What is asked of the metadata of an index before work begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilk.errors import ParameterError, UnknownName

if TYPE_CHECKING:
    from ilk.index import Index


def check_field(index: Index, field: str) -> None:
    """Refuse a field that the documents of an index do not have."""
    if not index.documents.fields:
        raise ParameterError(f"the documents of this index have no metadata, so there is no field {field!r}")
    if field not in index.documents.fields:
        raise UnknownName("metadata field", field, index.documents.fields)
