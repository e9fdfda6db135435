"""Weights as whole numbers: sums, powers and products of generating functions, of which laws are made."""
