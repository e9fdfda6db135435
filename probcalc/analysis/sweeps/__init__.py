"""Sweeps: numbers of a scenario for every combination of values of several parameters.

It imports `formulas`, conditions and measures; tables and `balance` import it.
"""
