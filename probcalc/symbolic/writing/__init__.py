"""Formulas written down: as text, in LaTeX, as SymPy expressions, as case tables."""
