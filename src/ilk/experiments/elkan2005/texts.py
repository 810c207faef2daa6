"""What the report says whatever the numbers are."""

from __future__ import annotations

from ilk.experiments.elkan2005.classifying import COSTS

TABLE_1 = """\
Ten random splits of all messages, four fifths to learn from and one fifth to be classified. As in the
paper, a Bayes classifier has one model for each newsgroup, and a Fisher kernel one model of all messages to
learn from. The kernels are as the paper writes them: L2, TF-IDF and Bhattacharyya have features of length
1, the others have not. Nearest means largest. A tie goes to the class of the nearest neighbour.

The text is prepared as the printed sizes suggest: the body of a message without its header, words of two or
more letters in lower case, stop words left out, words that occur once left out, no stems. The Rainbow
toolbox that the paper used has a longer list of stop words than ours, hence its shorter documents.

Industry Sector is not among our collections, so its row of table 1 stays without numbers of ours."""

FIGURE_1 = """\
The values of the paper's figure 1 are printed nowhere, so only its shape can be compared. Neighbours are
searched once, up to the largest k, and then vote for every k."""

VOTES = """\
The forms of the Fisher kernels that we add: the gradient of the DCM as the paper approximates it; the DCM
fitted by the paper's short form and by maximum likelihood; both kernels normalised (cosine); and √t instead
of the gradient t, without its constant, which weighs a word like √(1/α) instead of 1/α. Votes that count as
much as the neighbour is similar are ours too."""

BAYES = """\
What a Bayes classifier does with words that a newsgroup has never used is printed for the multinomial, which
has 0.01 occurrences of each, but not for the DCM. Ours has α = s/V for them unless a number is given."""

PREPARED = """\
The paper does not say what of a message is counted. Each column is a way to do it: all nine methods are
repeated on the same test messages, so differences between columns are due to the text."""

MACHINES = f"""\
The paper leaves the DCM Fisher kernel in a support vector machine as future work. Each machine is linear on
the kernel's features, one class against the rest, with the kernel divided by its mean K(x, x). C is chosen
from {", ".join(f"{C:g}" for C in COSTS)} on a fifth of the messages to learn from, never on the test
part; then the machine learns from all of them.

The gradient of the DCM has a constant of the document in every column, which makes it dense. We rotate the
columns so that (1, …, 1) becomes a multiple of one unit vector, by a tree of Haar's wavelets: the constant is
then one number, a word a handful, and all products stay exactly what they were. Machines with these features
or with features of very different lengths take longer, and so they have fewer splits."""

TESTS = """\
The splits share most of their messages, so they are no independent samples. The probabilities are those of
Nadeau and Bengio's corrected t-test, which widens the variance by the ratio of test to training messages."""
