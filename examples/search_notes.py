"""Search a folder of notes, and say for each hit which words made it one.

    python examples/search_notes.py examples/notes "heat flow at high speed"

The index is kept beside the folder, as notes.ilk, and built again when a file of the folder is newer.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import ilk


def up_to_date_index(folder: Path) -> ilk.Index:
    """Open the index of a folder, after building it where it is missing or older than the texts."""
    stored = folder.resolve().with_suffix(".ilk")
    manifest = stored / "manifest.json"
    texts = [file for file in folder.rglob("*") if file.is_file()]
    if not manifest.exists() or any(file.stat().st_mtime > manifest.stat().st_mtime for file in texts):
        return ilk.Index.build(ilk.read(folder), path=stored)
    return ilk.Index.open(stored)


def reasons(explanation: ilk.Explanation, n_words: int = 4) -> str:
    """Spell the largest parts of a similarity, and what all the others add to it."""
    parts = explanation.by_term()
    largest = [f"{part.word or 'constant'} {part.amount:+.2f}" for part in parts[:n_words]]
    rest = sum(part.amount for part in parts[n_words:])
    return ", ".join([*largest, f"{max(len(parts) - n_words, 0)} more {rest:+.2f}"])


def main() -> None:
    """Print the hits of a query and why they were found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("query")
    parser.add_argument("--hits", type=int, default=3)
    parser.add_argument("--similarity", help="such as bm25 [default: the best that the index allows]")
    arguments = parser.parse_args()

    index = up_to_date_index(arguments.folder)
    hits = index.search(arguments.query, k=arguments.hits, similarity=arguments.similarity)
    for rank, hit in enumerate(hits, 1):
        why = index.explain(arguments.query, hit.id, similarity=arguments.similarity)
        print(f"{rank}  {hit.title or hit.id}  ({hit.id})")
        print(f"   {hit.snippet}")
        print(f"   {hit.similarity:.2f} = {reasons(why)}")
    if hits.note:
        print(hits.note)


if __name__ == "__main__":
    main()
