"""Whether dice are fair."""
