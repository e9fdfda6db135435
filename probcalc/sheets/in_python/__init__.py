"""A sheet written in Python: its lines as the steps of a play.

It imports `games` and what lies below; what it writes imports the engine and `scenarios`.
"""
