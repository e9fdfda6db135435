"""A game of one's own, written as a sheet."""
