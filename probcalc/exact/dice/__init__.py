"""Dice as laws, and two sides that roll against each other: `d(6)`, `best_of(2, d(20))`; it imports `tree`."""
