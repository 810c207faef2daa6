"""Measurements of ilk beside its rivals; `make bench` runs them all."""
