"""What was found, in a few sentences with numbers of the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ilk.experiments.hofmann2000.categorisation import CLASSIFIERS
from ilk.experiments.hofmann2000.category_tables import CLASSIFIER_TITLES
from ilk.experiments.hofmann2000.factor_tables import shown_fit
from ilk.experiments.hofmann2000.kernels import FISHER_ALL, FISHER_LABELLED, TF, TF_AND_FISHER_ALL, TFIDF
from ilk.experiments.hofmann2000.matching import found_again, mean_in_common
from ilk.experiments.hofmann2000.settings import PLAIN, RETRIEVAL
from ilk.experiments.hofmann2000.view import FISHER, FISHER_SUMMED, Kernel, Ranking, View, spread
from ilk.experiments.hofmann2000.view import TF as TF_RANKING
from ilk.experiments.hofmann2000.view import TFIDF as TFIDF_RANKING
from ilk.experiments.report import Finding, number

MISSING = (
    "The copy of the paper that we have ends before its experiments, so none of its tables can be set "
    "beside ours: retrieval and categorisation were done again by their protocol, with the paper's kernel, "
    "and the numbers stand for themselves. What can be compared is figure 1, the words of 16 factors. How "
    "the paper cut texts into words and which constants its classifiers had is not known to us. Of EM a "
    "footnote says that all multinomials had Dirichlet priors, not which; plain EM here has none, tempered "
    "EM a pseudo-count of 0.1."
)


def summary(view: View, judged: Sequence[Finding]) -> str:
    """Return what was reproduced and what was not, in paragraphs."""
    seen = sum(finding.seen for finding in judged)
    paragraphs = [
        MISSING,
        _factors(view),
        _retrieval(view),
        " ".join(_categorisation(view)),
        f"Of {len(judged)} claims that the paper makes or its protocol implies, {seen} were seen here.",
    ]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _factors(view: View) -> str:
    seeds = view.factors(shown_fit(view))
    common, again = spread([mean_in_common(factors) for factors in seeds]), found_again(seeds)
    text = f"Of the ten words of a printed factor, {common} are among the ten of the factor of ours beside it"
    if again is None:
        return f"{text}."
    return f"{text}; two of our own fits that differ in their start alone have {again:.1f} in common."


def _retrieval(view: View) -> str:
    plain_em = Ranking(RETRIEVAL, FISHER.name, PLAIN)
    names = {
        "the Fisher kernels of both models, summed as cosines, after tempered EM": FISHER,
        "the same after plain EM": plain_em,
        "tf": TF_RANKING,
        "tf-idf": TFIDF_RANKING,
        "the kernels of several initialisations summed": FISHER_SUMMED,
    }
    values = "; ".join(f"{_maps(view, ranking)} with {name}" for name, ranking in names.items())
    return (
        f"Retrieval, MAP in per cent on {', '.join(c.upper() for c in view.collections)}: {values}. The "
        f"Fisher kernel is above tf on {_wins(view, TF_RANKING)} and above tf-idf on "
        f"{_wins(view, TFIDF_RANKING)} of {len(view.collections)} collections. The kernel of one topic "
        "divides by P(w), so that rare words decide, and plain EM fits each document so closely that the "
        "words of others become unlikely: tempering is what decides these numbers."
    )


def _maps(view: View, ranking: Ranking) -> str:
    values = [view.precisions(collection, ranking) for collection in view.collections]
    return ", ".join(number(None if value is None else value.mean) for value in values)


def _wins(view: View, baseline: Ranking) -> int:
    pairs = [(view.precisions(c, FISHER), view.precisions(c, baseline)) for c in view.collections]
    return sum(ours is not None and theirs is not None and ours.mean > theirs.mean for ours, theirs in pairs)


def _categorisation(view: View) -> Iterator[str]:
    """Yield a sentence for each classifier, with the fewest labels and with all."""
    kernels = {
        "tf": TF,
        "tf-idf": TFIDF,
        "the Fisher kernel fitted to labelled texts": FISHER_LABELLED,
        "the one fitted to all texts": FISHER_ALL,
        "tf and the Fisher kernel summed": TF_AND_FISHER_ALL,
    }
    for classifier in CLASSIFIERS:
        parts = [
            f"with {share} % of labels {_break_evens(view, kernels, classifier, share)}"
            for share in (view.shares[0], view.shares[-1])
        ]
        yield f"Categorisation by {CLASSIFIER_TITLES[classifier]}, break-even {'; '.join(parts)}."


def _break_evens(view: View, kernels: dict[str, Kernel], classifier: str, share: int) -> str:
    found = {
        name: view.categorised(kernel, classifier, "micro_break_even", share)
        for name, kernel in kernels.items()
    }
    return ", ".join(f"{value.mean:.1f} by {name}" for name, value in found.items() if value is not None)
