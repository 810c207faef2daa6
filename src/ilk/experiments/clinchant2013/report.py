"""What the study says in the end: tables, figures and findings in order."""

from __future__ import annotations

from collections.abc import Iterator

from ilk.experiments.clinchant2013 import (
    cluster_tables,
    figures,
    retrieval_tables,
    retrieval_wording,
    wording,
)
from ilk.experiments.clinchant2013.findings import findings
from ilk.experiments.clinchant2013.settings import COST, GROWTH, SAMPLE, UNSEEN
from ilk.experiments.clinchant2013.view import View
from ilk.experiments.report import Figure, Report, Section, findings_table
from ilk.experiments.results import Results


def report(results: Results) -> Report:
    """Turn the results into a report."""
    view = View(results)
    judged = findings(view)
    return Report(
        wording.summary(view, judged),
        [
            Section("The collections", wording.COLLECTIONS, [retrieval_tables.table_1(view)]),
            _clustering(view),
            _retrieval(view),
            _embeddings(view),
            *_further(view),
            Section(
                "The paper's findings",
                wording.FINDINGS,
                [findings_table("What the paper says, and whether it is so here", judged)],
            ),
        ],
    )


def _further(view: View) -> Iterator[Section]:
    """Yield the smaller parts, as far as they were run."""
    if view.has(GROWTH):
        text = retrieval_wording.growth(view)
        yield Section("The size of the collection", text, [retrieval_tables.growth(view)])
    if view.has(SAMPLE):
        heading = "The size of the mixture's sample"
        yield Section(heading, retrieval_wording.sample(view), [retrieval_tables.table_5(view)])
    if view.has(UNSEEN):
        yield _unseen(view)
    if view.has(COST):
        yield Section("The cost", wording.COST, [retrieval_tables.cost(view)])


def _clustering(view: View) -> Section:
    drawn = Figure(
        "clinchant2013-clustering",
        "NMI on 20 Newsgroups by number of Gaussians; error bars are one standard deviation over the runs, "
        "lines the other methods' means",
        lambda: figures.clustering(view),
    )
    tables = [
        *cluster_tables.table_2(view),
        cluster_tables.variants(view),
        cluster_tables.by_gaussians(view),
    ]
    return Section("Clustering", wording.clustering(view), tables, [drawn])


def _retrieval(view: View) -> Section:
    drawn = Figure(
        "clinchant2013-1-retrieval",
        "Figure 1: MAP by number of Gaussians, words summed by counts and by tf-idf; error bars are one "
        "standard deviation over the seeds. Dotted lines: LSI, in the colour of the Fisher vectors with as "
        "many dimensions",
        lambda: figures.retrieval(view),
    )
    tables = [
        retrieval_tables.table_3(view),
        retrieval_tables.table_4(view),
        retrieval_tables.same_dimensions(view),
        *(
            retrieval_tables.by_gaussians(view, words)
            for reading in retrieval_tables.readings(view)
            for words in retrieval_tables.summing_words(view, reading)
        ),
        retrieval_tables.weighed(view),
        retrieval_tables.options(view),
    ]
    return Section("Retrieval", retrieval_wording.retrieval(view), tables, [drawn])


def _embeddings(view: View) -> Section:
    drawn = Figure(
        "clinchant2013-2-embeddings",
        "Figure 2, with more word vectors and with retrieval: Fisher vectors by number of Gaussians, "
        "and averaged words as dotted lines of the same colour; MAP is the mean over collections, and error "
        "bars are one standard deviation over the runs",
        lambda: figures.embeddings(view),
    )
    text = retrieval_wording.embeddings(view)
    return Section("Other word vectors", text, [retrieval_tables.side_by_side(view)], [drawn])


def _unseen(view: View) -> Section:
    drawn = Figure(
        "clinchant2013-unseen",
        "MAP with a mixture fitted to a part of the documents, mean over collections; error bars are one "
        "standard deviation over the parts drawn",
        lambda: figures.unseen(view),
    )
    return Section("Unseen words", retrieval_wording.unseen(view), [retrieval_tables.unseen(view)], [drawn])
