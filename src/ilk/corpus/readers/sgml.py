"""What TREC and Reuters files share: records between tags, tags inside of them, escaped characters."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator

from ilk.corpus.problems import LEAVE_OUT
from ilk.corpus.streams import MAX_RECORD_BYTES, Readable
from ilk.records import Document

MAX_TAG_BYTES = 1 << 12
TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*+)[^<>]*+>")  # possessive: never back over a name that has no end


def documents_of(
    file: Readable,
    start: re.Pattern[bytes],
    end: re.Pattern[bytes],
    make: Callable[[str, int, Readable], Document | None],
) -> Iterator[Document]:
    """Yield the documents that `make` finds in the records of a file, from their text and first line."""
    for line, record in records(file, start, end):
        text = file.decode(record, line)
        document = None if text is None else make(text, line, file)
        if document is not None:
            yield document


def records(file: Readable, start: re.Pattern[bytes], end: re.Pattern[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield what stands from each start to the next end, with the number of the line where it begins."""
    buffer, line, scanned, draining = bytearray(), 1, 0, False
    for chunk in file.chunks():
        buffer += chunk
        done = 0
        while closing := end.search(buffer, max(done, scanned)):
            starts = _starts(buffer[done : closing.start()], start, line)
            if starts and not draining:
                _report_unended(file, starts[:-1])
                begins, begins_at = starts[-1]
                file.problems.at(file.entry.shown, begins_at)
                yield begins_at, bytes(buffer[done + begins : closing.start()])
            line += buffer.count(b"\n", done, closing.end())
            done, draining = closing.end(), False
        del buffer[:done]
        if not draining and len(buffer) > MAX_RECORD_BYTES:
            begins_at = next((at for _, at in _starts(buffer, start, line)), line)
            draining = not file.fits(len(buffer), begins_at, "record")
        if draining:  # of a record that is too long only the beginning of its end still matters
            line += buffer.count(b"\n", 0, max(0, len(buffer) - MAX_TAG_BYTES))
            del buffer[:-MAX_TAG_BYTES]
        scanned = max(0, len(buffer) - MAX_TAG_BYTES)
    if not draining and not file.damaged:
        _report_unended(file, _starts(buffer, start, line))


def elements(text: str) -> Iterator[tuple[str, str]]:
    """Yield name, in upper case, and content of each outermost element; time is linear in the text."""
    tags = list(TAG.finditer(text))
    closings: dict[str, list[int]] = defaultdict(list)
    for number, tag in enumerate(tags):
        if tag[1]:
            closings[tag[2].upper()].append(number)
    inside_until = -1
    for number, tag in enumerate(tags):
        name = tag[2].upper()
        if tag[1] or number < inside_until:
            continue
        position = bisect_left(closings[name], number)
        if position < len(closings[name]):
            inside_until = closings[name][position]
            yield name, text[tag.end() : tags[inside_until].start()]


def without_tags(text: str) -> str:
    """Return a text with neither tags nor comments, and with escaped characters resolved."""
    if "<!--" in text:
        before, *others = text.split("<!--")
        text = " ".join([before, *(part.partition("-->")[2] for part in others)])
    if "<" in text:
        text = TAG.sub(" ", text)
    return unescaped(text)


def unescaped(text: str) -> str:
    """Resolve escaped characters; those that no text may hold, such as &#3;, vanish."""
    return html.unescape(text) if "&" in text else text


def _starts(buffer: bytearray, start: re.Pattern[bytes], line: int) -> list[tuple[int, int]]:
    """Return the position and the line of each start in a buffer that begins on a line."""
    found, position = [], 0
    for match in start.finditer(buffer):
        line += buffer.count(b"\n", position, match.start())
        position = match.start()
        found.append((position, line))
    return found


def _report_unended(file: Readable, starts: list[tuple[int, int]]) -> None:
    for _, line in starts:
        file.report(line, "a record begins here and does not end", LEAVE_OUT, kind="record without an end")
