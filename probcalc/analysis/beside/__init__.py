"""Requests beside each other: several of them, a variant beside the original, each modifier beside its absence.

It imports numbers, findings, tables, balance and formulas.
"""
