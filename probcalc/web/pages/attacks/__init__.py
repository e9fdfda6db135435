"""Several attacks on one target, in order."""
