"""Weights as whole numbers: sums, powers and products of generating functions, of which laws are made.

They import `numbers` and what lies below, and know no law.
"""
