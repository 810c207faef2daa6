"""A folder of arrays with a manifest: written beside its target and switched into place, checked, no pickle.

    papers.ilk/
      manifest.json            what the index is and which parts it has; replacing it is the switch
      5f0c…9a/                 one generation: *.npy opened with mmap, *.json, documents.sqlite

A reader sees the old index or the new one, never a mix: it opens every part of the generation that the
manifest names, and starts again when that generation is gone. Nothing in the folder can run code.
"""

from ilk.storage.checking import check
from ilk.storage.commit import changing
from ilk.storage.manifest import FORMAT, Manifest, Part
from ilk.storage.reading import StoredFolder, fitting, open_folder
from ilk.storage.writing import FolderWriter, copy, create

__all__ = [
    "FORMAT",
    "FolderWriter",
    "Manifest",
    "Part",
    "StoredFolder",
    "changing",
    "check",
    "copy",
    "create",
    "fitting",
    "open_folder",
]
