"""The last few queries and what came of them: a person pages on, asks why, or looks at related words."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from ilk.search.query import LexicalQuery

Answer = TypeVar("Answer")


class Remembering(Generic[Answer]):
    """Answers queries, and knows the last few answers; any number of threads may ask."""

    def __init__(self, answer: Callable[[LexicalQuery], Answer], size: int = 4) -> None:
        """Remember `size` answers, each of which may be as large as a number for every document."""
        self._answer, self._size = answer, size
        self._known: dict[bytes, Answer] = {}
        self._lock = threading.Lock()

    def __call__(self, query: LexicalQuery) -> Answer:
        """Return the answer to a query."""
        key = query.terms.tobytes() + b"|" + query.counts.tobytes()
        with self._lock:
            if key in self._known:
                self._known[key] = self._known.pop(key)  # now the last of them
                return self._known[key]
        answer = self._answer(query)  # outside of the lock: others may ask meanwhile
        with self._lock:
            self._known[key] = answer
            while len(self._known) > self._size:
                del self._known[next(iter(self._known))]
        return answer
