"""How much work a build may put into models: the names, and what each buys and costs.

Apart from the building itself, so that the help of a command can say it without loading what builds.
"""

from __future__ import annotations

AUTO, QUICK, NORMAL, THOROUGH = "auto", "quick", "normal", "thorough"

LARGE = 20_000_000
"""Counts beyond which `auto` fits no models: it would take many minutes and gigabytes, and nobody asked."""

ENSEMBLES = {NORMAL: 4, THOROUGH: 12}
"""Topic models behind the default similarity."""

EFFORTS = {
    QUICK: "no models, only similarities that compare word by word, such as bm25",
    NORMAL: "the models of the default similarity, ilk; 19,043 news stories took 24 s of processor time, "
    "quick 1.1 s",
    THOROUGH: f"{ENSEMBLES[THOROUGH]} topic models instead of {ENSEMBLES[NORMAL]}, which ranked no better on "
    "the five collections that ilk is tested with",
    AUTO: f"normal, but quick where there are more than {LARGE // 10**6} million counts, one for each "
    "document and word of it",
}
"""What each level of effort buys and costs, in one clause."""
