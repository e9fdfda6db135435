"""Who attacks whom."""
