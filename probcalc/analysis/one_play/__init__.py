"""Several results of one play: what decides them, given that something happened, and two together.

It imports conditions; formulas and comparisons import it.
"""
