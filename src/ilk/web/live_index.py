"""The index that is served: when a newer one takes its place on the disk, it takes its place here too."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from ilk.errors import IlkError
from ilk.index import Index
from ilk.storage.manifest import read_manifest
from ilk.web.contents import Contents

LOGGER = logging.getLogger("ilk.web")
INTERVAL = 1.0
"""Seconds between looks at the manifest."""


class LiveIndex:
    """Holds the current index, and replaces it, warmed up, in one step.

    A request takes `current` once and keeps it: an opened index stays whole however often it is replaced.
    """

    def __init__(self, path: Path, interval: float = INTERVAL) -> None:
        """Open the index, and get it ready for the first request."""
        self._path, self._interval = path, interval
        self._stop = threading.Event()
        self._watcher: threading.Thread | None = None
        self._complaint = ""
        self.current = self._opened()

    def start(self) -> None:
        """Watch the folder from now on."""
        self._watcher = threading.Thread(target=self._watch, name="ilk-watcher", daemon=True)
        self._watcher.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stop.set()
        if self._watcher is not None:
            self._watcher.join(timeout=5)

    def refresh(self) -> bool:
        """Take over a newer index, if there is one; say whether there was."""
        try:
            newer = read_manifest(self._path).generation != self.current.generation
            if newer:
                self.current = self._opened()
        except Exception as error:  # noqa: BLE001  # whatever is wrong with one index must not end the watch
            self._complain(error)
            return False
        self._complaint = ""
        if newer:
            LOGGER.info("took over a newer index; documents: %s", f"{len(self.current.index):,}")
        return newer

    def _complain(self, error: Exception) -> None:
        """Say that the old index goes on answering; once, as the next look finds the same."""
        complaint = f"the index on the disk cannot be opened, the old one stays: {error}"
        if complaint != self._complaint:
            unexpected = not isinstance(error, (IlkError, OSError))
            LOGGER.warning(complaint, exc_info=error if unexpected else None)
        self._complaint = complaint

    def _watch(self) -> None:
        while not self._stop.wait(self._interval):
            self.refresh()

    def _opened(self) -> Contents:
        contents = Contents(Index.open(self._path))
        contents.warm_up()
        return contents
