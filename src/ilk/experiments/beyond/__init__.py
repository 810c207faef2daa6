"""Ours: the default and every similarity against BM25, LSI and the published best, and what each costs.

similarities   every similarity on every collection: measures, significance, precision by recall
recipe         the default similarity from several random starts, and with each of its parts left out
constants      constants drawn at random, chosen on four collections and measured on the fifth
titles         the title of a story as the query: find the story, find the stories on its topics
build          seconds to index, by effort
latency        seconds to fit each model, milliseconds a query by each similarity
"""

from ilk.experiments.beyond.parts import run
from ilk.experiments.beyond.report import report
from ilk.experiments.beyond.settings import FOLDERS, settings
from ilk.experiments.study import Study

__all__ = ["STUDY"]

STUDY = Study(
    name="beyond",
    title="the default and every similarity against BM25, LSI and the published best",
    reference=(
        "The published numbers are those of Chappelier and Eckard, PLSI: the true Fisher kernel and beyond "
        "(ECML PKDD 2009), table 2. Everything else is ours."
    ),
    settings=settings,
    run=run,
    report=report,
    collections=FOLDERS,
)
