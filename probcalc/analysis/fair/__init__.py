"""Whether dice are fair: exact tests of what was rolled.

It imports no other analysis.
"""
