"""Questions about many answers at once: tables, comparisons, what a modifier is worth, how much is needed."""
