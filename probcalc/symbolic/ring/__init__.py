"""Weights as polynomials in what is unknown: the ring of one reading."""
