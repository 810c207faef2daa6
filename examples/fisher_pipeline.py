"""Classify texts with a Fisher kernel of PLSI in a scikit-learn pipeline, its parameters chosen by a grid.

    python examples/fisher_pipeline.py
    python examples/fisher_pipeline.py data/20newsgroups --topics 32 64

Without arguments, entries of Python's documentation are sorted by the module that they belong to.
"""

from __future__ import annotations

import argparse

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import Pipeline
from sklearn.svm import LinearSVC

import ilk

MODULES = ("datetime", "pathlib", "json", "csv", "random", "heapq", "textwrap", "statistics")


def demo() -> tuple[list[str], list[str]]:
    """Return texts and their classes."""
    documents = [each for each in ilk.read("stdlib") if each.metadata["module"] in MODULES]
    return [each.text for each in documents], [str(each.metadata["module"]) for each in documents]


def labelled(source: str) -> tuple[list[str], list[str]]:
    """Return the documents of a collection that have exactly one label."""
    collection = ilk.open_collection(source)
    field = collection.label_field or ""
    pairs = [(each.searchable, each.metadata.get(field)) for each in collection.documents]
    single = [(text, label) for text, label in pairs if isinstance(label, str)]
    if not single:
        raise SystemExit(f"{source} has no documents with one label")
    return [text for text, _ in single], [label for _, label in single]


def pipeline() -> Pipeline:
    """Return counts, the gradients of PLSI by its parameters, and a linear machine over them."""
    model = ilk.PLSI(n_topics=16, tempering=0.8, prior=0.1, max_iter=100, tol=1e-3)
    return Pipeline(
        [
            ("counts", CountVectorizer(stop_words="english", min_df=2)),
            ("kernel", ilk.FisherKernel(model, form="hofmann", normalise=True)),
            ("machine", LinearSVC()),
        ]
    )


def main() -> None:
    """Search the grid on one part of the texts, and measure on the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("source", nargs="?", help="a labelled collection")
    parser.add_argument("--topics", nargs="+", type=int, default=[8, 16])
    parser.add_argument("--folds", type=int, default=3)
    arguments = parser.parse_args()

    texts, classes = labelled(arguments.source) if arguments.source else demo()
    train, test, train_y, test_y = train_test_split(texts, classes, random_state=0, stratify=classes)
    grid = {
        "kernel__model__n_topics": arguments.topics,
        "kernel__information": ["identity", "sqrt-diagonal"],
    }
    search = GridSearchCV(pipeline(), grid, cv=arguments.folds).fit(train, train_y)
    found = search.cv_results_
    for setting, mean in zip(found["params"], found["mean_test_score"], strict=True):
        print(f"{100 * mean:5.1f} %  {setting}")
    print(f"{len(train)} texts to learn from, {len(set(classes))} classes; best: {search.best_params_}")
    print(f"accuracy on {len(test)} other texts: {100 * search.score(test, test_y):.1f} %")


if __name__ == "__main__":
    main()
