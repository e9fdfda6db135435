"""A sheet as a game among the others: its questions as scenarios, who takes part, how each line was read.

It imports `questions` and what lies below; the doors by which a sheet is asked import it.
"""
