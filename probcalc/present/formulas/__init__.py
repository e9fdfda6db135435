"""Formulas as they are written, how long they are, and for which values a condition holds.

It imports nothing else of `present`.
"""
