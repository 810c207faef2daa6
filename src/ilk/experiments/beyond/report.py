"""The page of the study."""

from __future__ import annotations

from ilk.experiments.beyond import cost_tables, figures, honesty_tables, tables
from ilk.experiments.beyond.claims import claims_table
from ilk.experiments.beyond.constants import RANGES
from ilk.experiments.beyond.honesty import choices, share_above_bm25
from ilk.experiments.beyond.settings import WHOLE_CACM
from ilk.experiments.beyond.similarities import RESAMPLES
from ilk.experiments.beyond.summary import summary
from ilk.experiments.beyond.view import View
from ilk.experiments.report import Figure, Report, Section
from ilk.experiments.results import Results


def report(results: Results) -> Report:
    """Turn results into tables, figures and claims."""
    view = View(results)
    sections = [
        _default(view),
        _every(view),
        _recall(view),
        _ablation(view),
        *([_constants(view)] if choices(view) else []),
        _titles(view),
        _cost(view),
    ]
    return Report(summary(view), sections)


def _default(view: View) -> Section:
    sizes = ", ".join(
        f"{name} {view.documents(name):,} documents and {view.queries(name)} queries"
        for name in view.collections
    )
    text = (
        "One setting for all collections; nothing is learned from queries or judgements. Whole rankings; "
        f"queries without a relevant document are left out: {sizes}. Similarities that are not ilk are shown "
        "from one start, where they have one.\n\n"
        "p is that of ilk against bm25 by paired randomisation, the largest of all starts: one comparison "
        "that was planned, so it is not corrected. Where bm25 differs from the published one we cannot tell "
        "why: the paper names its stemmer, but neither its stop words nor BM25's constants."
    )
    if WHOLE_CACM in view.collections:
        text += f" {WHOLE_CACM} is CACM with the half of its documents that are only a title."
    return Section(
        "The default",
        text,
        [tables.glance(view), tables.beside_printed(view), claims_table(view), tables.first_hits(view)],
    )


def _every(view: View) -> Section:
    text = (
        "Models have their defaults, the same for all collections: 64 topics or components, of which those "
        "that EM cannot tell apart are one, 100 dimensions of LSI, seed 0. With as many dimensions as are "
        "best for each collection, which needs judgements to know, LSI reaches what stands in clinchant2013. "
        "Stars "
        f"and daggers: p < 0.05 by paired randomisation ({RESAMPLES:,} draws of signs), corrected by Holm's "
        "method for all similarities of the column."
    )
    figure = Figure(
        "beyond-map",
        "MAP of every similarity, a panel for each collection; the dashed line and the square are bm25, the "
        "diamond is ilk",
        lambda: figures.map_by_similarity(view),
    )
    return Section(
        "Every similarity", text, [tables.every_similarity(view), tables.other_measures(view)], [figure]
    )


def _recall(view: View) -> Section:
    figure = Figure(
        "beyond-precision-recall",
        "Precision by recall, interpolated at eleven levels, mean over the queries",
        lambda: figures.precision_recall(view),
    )
    names = ", ".join(figures.curves(view))
    return Section("Precision and recall", f"Drawn are {names}.", figures=[figure])


def _ablation(view: View) -> Section:
    text = (
        "The default with one part switched off and all else as it is. Candidates are chosen as always, by "
        "BM25 and LSI. Each random start has models of its own; differences are taken within a start."
    )
    figure = Figure(
        "beyond-ablation",
        "What is lost without each part; bars to the left are losses, error bars one standard deviation over "
        "random starts",
        lambda: figures.ablation(view),
    )
    return Section(
        "What each part gives",
        text,
        [honesty_tables.ablation(view), honesty_tables.ensembles(view)],
        [figure],
    )


def _constants(view: View) -> Section:
    n_draws = len(next(iter(view.drawn.values())))
    text = (
        "The constants were chosen with these collections in view, so the tables above flatter the default. "
        f"To see by how much, {n_draws} settings of {len(RANGES)} constants were drawn at random, and for "
        "each collection the one is used that is best on the others. "
        f"{share_above_bm25(view):.0%} of the settings drawn are above bm25 on all collections. Even this "
        "flatters a little: the structure of the recipe and the ranges drawn from were chosen with all of "
        "them in view."
    )
    figure = Figure(
        "beyond-constants",
        "MAP relative to bm25 with constants drawn at random, with the default's, and with those chosen on "
        "the other collections",
        lambda: figures.constants_drawn(view),
    )
    return Section(
        "Constants chosen without the collection", text, [honesty_tables.left_one_out(view)], [figure]
    )


def _titles(view: View) -> Section:
    text = (
        "Documents are indexed without their titles, and titles of three words or more are the queries. The "
        "one document that a title belongs to is to be found (MRR, the mean of 1/rank), or, where documents "
        "have topics, all others with exactly the same ones (MAP; groups of 5 to 300)."
    )
    return Section("Titles as queries", text, [honesty_tables.titles(view)])


def _cost(view: View) -> Section:
    text = (
        "Times on a machine that is shared with other work mean little by themselves: read the ratios, whose "
        "two sides were measured in one process; those of indexing are ratios of the processor's time. "
        "Documents are in memory before the clock starts. Queries are put to all similarities in several "
        "rounds, each counts with its shortest time, and texts of hits are not fetched."
    )
    figure = Figure(
        "beyond-cost",
        "MAP relative to bm25, in the mean over collections, by the median time of a query",
        lambda: figures.quality_by_cost(view),
    )
    return Section(
        "What it costs",
        text,
        [cost_tables.build_seconds(view), cost_tables.query_milliseconds(view)],
        [figure],
    )
