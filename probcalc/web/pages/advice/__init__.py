"""What to do: the best play for an aim, and every fixed plan beside it."""
