"""Screen documents for a review with a handful of labels: read, learn, read what is least certain.

    python examples/screen_papers.py
    python examples/screen_papers.py data/20newsgroups sci.med "treatment of patients"

Without arguments it looks through a part of Python's documentation for what is about dates and times; with
a labelled collection, a label and a first question, for the documents with that label. Either way the labels
are known, and stand in for the person who would read the documents.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

import ilk

TIMES = frozenset({"datetime", "calendar", "time", "zoneinfo"})
OTHERS = frozenset({"json", "csv", "pathlib", "random", "textwrap", "heapq"})
IN, OUT = "in", "out"


def demo() -> tuple[list[ilk.Document], dict[str, str]]:
    """Return documents, and for each whether a review would include it."""
    documents = [each for each in ilk.read("stdlib") if each.metadata["module"] in TIMES | OTHERS]
    return documents, {each.id: IN if each.metadata["module"] in TIMES else OUT for each in documents}


def labelled(source: str, label: str) -> tuple[list[ilk.Document], dict[str, str]]:
    """Return the documents of a labelled collection, and for each whether it has the label."""
    collection = ilk.open_collection(source)
    if collection.label_field is None:
        raise SystemExit(f"{source} has no labels")
    truth = {}
    for document in collection.documents:
        value = document.metadata.get(collection.label_field, ())
        truth[document.id] = IN if label in (value if isinstance(value, tuple) else (value,)) else OUT
    return list(collection.documents), truth


def screen(index: ilk.Index, truth: Mapping[str, str], question: str, rounds: int, batch: int) -> None:
    """Begin with the first and last hits of a question; in each round, read what is least certain."""
    hits = [hit.id for hit in index.rank([question])[0]]
    labels = {name: truth[name] for name in [*hits[:batch], *hits[-batch:]]}
    wanted = {name for name, label in truth.items() if label == IN}
    print(f"{len(truth):,} documents, {len(wanted):,} of them wanted\nread  found  of those chosen, right")
    for _ in range(rounds):
        if len(set(labels.values())) == 1:
            raise SystemExit("only one kind was read so far; ask a question that finds both")
        predictions = index.classify(labels)
        chosen = {each.id for each in predictions if IN in each.labels}
        read = {name for name, label in labels.items() if label == IN}
        recall = len((chosen | read) & wanted) / len(wanted)
        right = len(chosen & wanted) / len(chosen) if chosen else 1.0
        print(f"{len(labels):4}  {100 * recall:3.0f} %  {100 * right:3.0f} % of {len(chosen):,}")
        uncertain = sorted(predictions, key=lambda each: each.confidence)[:batch]
        labels |= {each.id: truth[each.id] for each in uncertain}


def main() -> None:
    """Read the collection, index it, and screen it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("source", nargs="?", help="a labelled collection")
    parser.add_argument("label", nargs="?", help="what the wanted documents are labelled with")
    parser.add_argument("question", nargs="?", default="dates, times and time zones", help="the first search")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--batch", type=int, default=10, help="documents to read in a round")
    arguments = parser.parse_args()
    documents, truth = labelled(arguments.source, arguments.label) if arguments.source else demo()
    screen(ilk.Index.build(documents), truth, arguments.question, arguments.rounds, arguments.batch)


if __name__ == "__main__":
    main()
