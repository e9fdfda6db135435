"""One figure from end to end, and how many of it are needed."""
