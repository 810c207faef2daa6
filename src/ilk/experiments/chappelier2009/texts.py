"""What the report says whatever the numbers are."""

from __future__ import annotations

TABLE_1 = """\
Words are runs of two or more letters and digits in lower case, without English stop words, stemmed by
Snowball's English stemmer. The paper stems by Porter's algorithm as Xapian has it, and prints neither
its stop words nor what it takes for a word. Documents without a word are not counted. The judgements of
TIME speak of 425 documents, two of which are missing from every public copy. Queries without judgements
are counted here, as in the paper, but nothing can be measured on them.

AP89_01XX is a part of the TREC collection, which may not be passed on freely: its columns hold the
printed numbers alone."""

TABLE_2 = """\
The paper prints no |Z| for its rows Kw H and Kw DFIM-H; ours are taken at the |Z| with the highest mean.
For CACM it names Kw DFIM-H as the best model with 30.0, but gives 30.0 to Kw H and 23.2 to Kw DFIM-H two
rows below: either the name or the two numbers are interchanged.

Every document is ranked, as the kernels of the paper are similarities of any two texts; those that have
nothing in common with a query stand last, in the order of the file. A search engine shows none of these,
and so BM25 is some tenths of a point lower in beyond."""

TEMPERING = """\
The paper says (tempered) EM and prints neither a temperature nor a prior nor when it stops. Plain EM
here is 100 iterations from a random start. Tempered EM is 10 such iterations, then 100 with the E-step
softened by β = 0.8, a prior on P(w|z) that is worth a tenth of an average topic's words, spread evenly
over the vocabulary, and a pseudo-count of 0.1 on P(z|d).

These constants are one choice for all collections and all |Z|: of twenty that were tried from one start,
the one that came nearest to the printed numbers of the five collections together. So the comparison is
not blind. The prior is a share of the topic's words because a fixed pseudo-count, which suits few
topics, drowns many.

At |Z| = 128 tempered EM leaves some topics without documents of their own: their P(z|d) is nearly the same
in all. Kz DFIM divides by the squares of exactly these, so that on some starts the emptiest topics make most
of the kernel; hence its large deviations there."""

READINGS = """\
K DFIM divides by the diagonal of the Fisher information. Equations 3 and 7 of the paper give the derived
form: gradients and information belong to the same parameters, and every power of P(w|z) cancels.
Appendix B.3 prints another product: gradients by ρ(w|z) = 2√P(w|z), divided by the information of the
derivatives by P(w|z). Taken at its word a factor P(w|z) remains; that is Kw B.3-H. Which of them the
authors' program computed, only they can say. √ divides by the root of the information, one whitening for
the pair in place of one for each: ours, no part of the paper."""

FIGURES = "The paper shows its figure 3 for two collections; here are all that were run."
