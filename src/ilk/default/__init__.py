"""The default similarity, `ilk`: three voices, a second question, and the opinion of the neighbours.

    voices      BM25, LSI in nested spaces, and S_KL with a language model smoothed by an ensemble of PLSI
    fusion      the mean of their standard scores over the candidates of a query
    feedback    the query takes on the words of its best documents and is asked once more
    neighbours  a document's similarity is averaged with that of the documents nearest to it

Nothing is learned from queries or judgements, and every similarity is a sum over terms.
"""
