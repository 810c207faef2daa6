"""The section on factors."""

from __future__ import annotations

from ilk.experiments.hofmann2000.figures import factor_figure
from ilk.experiments.hofmann2000.matching import (
    DISTINCT,
    PROBABLE,
    Words,
    found_again,
    matched,
    mean_in_common,
    words_of,
)
from ilk.experiments.hofmann2000.published import FACTORS
from ilk.experiments.hofmann2000.settings import PLAIN
from ilk.experiments.hofmann2000.view import View, spread
from ilk.experiments.report import Figure, Section, Table, number

N_SHOWN = 16


def factor_section(view: View) -> Section:
    """Return our factors beside the printed ones."""
    texts, fits = view.factor_texts(), view.factor_fits()
    shown = shown_fit(view)
    text = (
        f"PLSI with {view.n_topics} factors, fitted to the bodies of {texts['documents']:,} documents of "
        f"Reuters-21578 over {texts['terms']:,} words. As in the paper's figure, words are as they are "
        "written and stop words are left out; so are words of fewer than three documents, and those of "
        "more than half of them, since «said» and «Reuter» would be in every list.\n\nThe paper shows "
        f"{N_SHOWN} selected factors. Each is paired with another one of ours, so that all pairs together "
        "have most words in common. Which factors EM finds depends on where it starts: how many words two "
        "of our own fits have in common says how many could be expected."
    )
    return Section(
        "Factors",
        text,
        [_common_table(view, fits), _printed_table(view, shown), _largest_table(view, shown)],
        [
            Figure(
                "hofmann2000-factors",
                f"The ten most probable words of {N_SHOWN} of {view.n_topics} factors of Reuters-21578, "
                "those nearest to the factors that the paper shows; words that the paper lists too are "
                "darker.",
                lambda: factor_figure(matched(view.factors(shown)[0])),
            )
        ],
    )


def shown_fit(view: View) -> str:
    """Return the fit whose factors are shown: plain EM as the paper writes it, where there is one."""
    fits = view.factor_fits()
    return PLAIN if PLAIN in fits else fits[0]


def _common_table(view: View, fits: tuple[str, ...]) -> Table:
    rows = []
    for fit in fits:
        seeds = view.factors(fit)
        by = [spread([mean_in_common(factors, way) for factors in seeds]) for way in (PROBABLE, DISTINCT)]
        rows.append((f"{fit} EM", str(len(seeds)), *map(str, by), number(found_again(seeds))))
    return Table(
        "Words in common with the printed lists, of ten, mean over the 16 factors",
        ("fit", "seeds", "our most probable words", "our most distinct words", "two of our fits"),
        rows,
    )


def _printed_table(view: View, fit: str) -> Table:
    rows = [
        (printed, " ".join(_marked(match.words, match.common)), str(len(match.common)))
        for printed, match in zip(FACTORS, matched(view.factors(fit)[0]), strict=False)
    ]
    return Table(
        f"Figure 1 of the paper and our factors: {fit} EM, seed 0; words in both are in capitals",
        ("published", "ours", "in common, of 10"),
        rows,
    )


def _marked(words: Words, common: frozenset[str]) -> list[str]:
    return [word.upper() if word in common else word for word in words]


def _largest_table(view: View, fit: str) -> Table:
    rows = [
        (f"{100 * factor['share']:.1f} %", factor["words"], " ".join(words_of(factor, DISTINCT)))
        for factor in view.factors(fit)[0][:N_SHOWN]
    ]
    return Table(
        f"The {len(rows)} largest factors: {fit} EM, seed 0",
        ("share of all words", "most probable", "most distinct, by P(w|z) log P(w|z)/P(w)"),
        rows,
    )
