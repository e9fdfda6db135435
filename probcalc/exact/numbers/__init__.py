"""Exact numbers: as text, in lowest terms, roots, linear equations and programs. No law and no die is known here."""
