"""The law of a tree with polynomial weights."""
