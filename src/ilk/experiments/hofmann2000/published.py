"""What the paper prints that can be set beside ours: the factors of figure 1.

The copy at hand ends within section 3, before the tables of the experiments, so there are no other numbers.
"""

from __future__ import annotations

FACTORS: tuple[str, ...] = (
    "government tax budget cut spending cuts deficit taxes reform billion",
    "president chairman executive chief officer vice company named board director",
    "banks debt brazil new loans dlrs bankers bank payments billion",
    "pct january february rise rose 1986 december year fell prices",
    "union air workers strike airlines aircraft port boeing employees airline",
    "marks currency dollar german bundesbank central mark west dollars dealers",
    "gold steel plant mining copper tons silver metal production ounces",
    "billion dlrs year surplus deficit foreign current trade account reserves",
    "trading exchange futures stock options index contracts market london exchanges",
    "american general motors chrysler gm car ford test cars motor",
    "trade japan japanese ec states united officials community european imports",
    "oil crude energy petroleum prices bpd barrels barrel exploration price",
    "vs cts net loss mln shr qtr revs profit note",
    "areas weather area normal good crop damage caused affected people",
    "food drug study aids product treatment company environmental products approval",
    "house reagan president administration congress white secretary told volcker reagans",
)
"""Figure 1: the ten most probable words of 16 of 64 factors, most probable first, column by column."""

FACTOR_WORDS = tuple(tuple(factor.split()) for factor in FACTORS)
