"""The readings of a tree: its exact law, its explanation, a seeded sample.

It imports `play`, `dice` and what lies below; no step of a tree imports it.
"""
