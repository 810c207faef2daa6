"""The page of the study."""

from __future__ import annotations

from functools import partial

from ilk.experiments.nyffenegger2006 import figures
from ilk.experiments.nyffenegger2006.combination_tables import combination_table, tfidf_first_table
from ilk.experiments.nyffenegger2006.combining import N_FOLDS, N_SPLITS
from ilk.experiments.nyffenegger2006.findings import findings
from ilk.experiments.nyffenegger2006.fitting import FIT_LABELS
from ilk.experiments.nyffenegger2006.settings import COMBINATION
from ilk.experiments.nyffenegger2006.summary import summary
from ilk.experiments.nyffenegger2006.tables import (
    baseline_table,
    mixture_table,
    plsi_table,
    significance_table,
    variants_table,
)
from ilk.experiments.nyffenegger2006.triangles import draw_triangles
from ilk.experiments.nyffenegger2006.view import View
from ilk.experiments.report import Figure, Finding, Report, Section, findings_table
from ilk.experiments.results import Results

PROTOCOL = (
    "R-precision is the share of relevant documents among the first R, where R are relevant. CACM has all of "
    "its 3,204 documents here. Queries without judgements are left out, and in CRAN every judged pair counts "
    "as relevant. English stop words are left out and words stemmed; a query is folded into the fitted model."
    "\n\n"
    "Plain EM runs until an iteration changes the likelihood by less than 1/100,000. Tempered EM takes ten "
    "plain iterations and forty with β = 0.8, with a pseudo-count of 0.1: that is ours, not the paper's. The "
    "mixture of Naive Bayes is fitted by plain EM from random probabilities of words, from random documents, "
    "and from documents with a pseudo-count; a component to which a document belongs by less than a "
    "millionth counts as none of its own, since the diagonal information would divide by the square of that. "
    "Keeping stop words, and giving each document to its likeliest component alone, were tried with one run "
    "each: neither brings the original form of Naive Bayes down to the printed numbers."
)
VARIANTS = (
    "Equation 5 divides by the sum of squared gradients of whole documents. By occurrence, each word of a "
    "document is an observation of its own, as the likelihood has it (the iid form of chappelier2009). The "
    "square root divides by √G. The cosine divides a kernel by √(K(d,d) K(q,q)); the paper does not speak of "
    "it."
)
COMBINING = (
    "Each kernel is scaled to [0, 1] over all pairs of query and document; weights are multiples of 0.1 that "
    "add up to 1. The best on all queries is what the paper prints: weights chosen and measured on the same "
    "queries. Cross-validated is what a person gets on new queries: weights chosen on all but one of "
    f"{N_FOLDS} folds of the queries and measured on that one, over {N_SPLITS} splits. K1 is here the "
    "kernel's own form with one topic. In the paper's column of best single kernels stand the numbers of its "
    "tf-idf for Hofmann's form (of the diagonal's, on CISI alone), so its K1 may have been that; the last "
    "table puts the cosine of tf-idf in K1's place."
)
SIGNIFICANCE = (
    "The test is over queries, once for each run, since the paper speaks of no more than one. K1 is the "
    "vector-space kernel of one topic. Naive Bayes is the mixture from documents without a pseudo-count."
)


def report(results: Results) -> Report:
    """Turn results into tables, figures and findings."""
    view = View(results)
    judged = findings(view)
    return Report(
        summary(view, judged),
        [_conclusions(judged), _table_1(view), _variants(view), _significance(view), _table_2(view)],
    )


def _conclusions(judged: list[Finding]) -> Section:
    return Section("Conclusions of the paper", tables=[findings_table("Seen here, by plain EM?", judged)])


def _table_1(view: View) -> Section:
    caption = (
        "Table 1: R-precision of each kernel, published and ours; bars are one standard deviation over runs."
    )
    drawing = Figure("nyffenegger2006-table-1", caption, partial(figures.draw_table_1, view))
    tables = [baseline_table(view), plsi_table(view), mixture_table(view)]
    return Section("Table 1: single kernels", PROTOCOL, tables, [drawing])


def _variants(view: View) -> Section:
    return Section("What the diagonal depends on", VARIANTS, [variants_table(view)])


def _significance(view: View) -> Section:
    return Section("Significance", SIGNIFICANCE, [significance_table(view)])


def _table_2(view: View) -> Section:
    fits = view.fits(COMBINATION)
    triangles = [
        Figure(
            f"nyffenegger2006-triangle-{em}",
            f"Figure 1: R-precision over the weights of K1, K16 and K64, {FIT_LABELS[em]}, mean over runs. "
            "Each corner is one kernel by itself; a collection has one scale of colours.",
            partial(draw_triangles, view, em),
        )
        for em in fits
    ]
    caption = (
        "Table 2: the best combination on all queries, cross-validated over queries, with equal weights, and "
        "the best single kernel; bars are one standard deviation over runs."
    )
    drawing = Figure("nyffenegger2006-table-2", caption, partial(figures.draw_table_2, view))
    tables = [*(combination_table(view, em) for em in fits), tfidf_first_table(view)]
    return Section("Table 2 and figure 1: combination", COMBINING, tables, [*triangles, drawing])
