"""JSON Lines, one object a line, and the corpus of a BEIR folder, which is written that way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ilk.corpus.opening import Entry
from ilk.corpus.problems import LEAVE_OUT, Problems
from ilk.corpus.readers import fields
from ilk.corpus.streams import Options, Readable, readable
from ilk.records import Document

BEIR_OPTIONS = {"id_field": "_id", "text_field": "text", "title_field": "title"}
ONE_A_LINE = "write one object a line (jq -c '.[]' does that to a list), or leave it out with --skip-bad"
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")

# NaN and Infinity are no JSON: they count as null
_decode = json.JSONDecoder(parse_constant=lambda _: None).decode


def read_jsonl(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield a document for each line; blank lines only separate."""
    for file in readable(entries, options, problems):
        for number, line in file.text_lines():
            if line and not line.isspace():
                document = _document(line, number, file, options)
                if document is not None:
                    yield document


def read_beir(entries: Iterable[Entry], options: Options, problems: Problems) -> Iterator[Document]:
    """Yield the documents of corpus.jsonl; the fields of its `metadata` object lose that prefix."""
    options = replace(
        options, **{name: getattr(options, name) or usual for name, usual in BEIR_OPTIONS.items()}
    )
    for document in read_jsonl(entries, options, problems):
        yield replace(
            document,
            metadata={key.removeprefix("metadata."): value for key, value in document.metadata.items()},
        )


def _document(line: str, number: int, file: Readable, options: Options) -> Document | None:
    try:
        record = _decode(line)
        if isinstance(record, dict):
            if "\\u" in line and SURROGATE.search(line):
                record = _without_half_characters(record)
            return fields.document(record, number, file, options)
    except RecursionError:
        file.report(number, "the JSON is nested too deeply", LEAVE_OUT, kind="JSON nested too deeply")
    except ValueError as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        file.report(number, f"not valid JSON ({reason})", ONE_A_LINE, kind="not valid JSON")
    else:
        what = "list" if isinstance(record, list) else "single value"
        file.report(number, f"a JSON {what} instead of an object", ONE_A_LINE, kind="not a JSON object")
    return None


def _without_half_characters(record: dict[str, object]) -> dict[str, object]:
    """Replace halves of surrogate pairs, which JSON can write as an escape but nothing can store."""
    written = json.dumps(record, ensure_ascii=False)
    try:
        written.encode()
    except UnicodeEncodeError:
        repaired = written.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        record = json.loads(repaired)
    return record
