"""The readings of a tree: its exact law, its explanation, a seeded sample."""
