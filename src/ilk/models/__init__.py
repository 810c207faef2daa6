"""Generative models of text as scikit-learn estimators over counts, and LSI beside them.

Nothing is imported here: scikit-learn and numba load with the model that needs them, and start-up counts.
"""
