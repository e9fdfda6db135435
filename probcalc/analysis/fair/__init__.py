"""Whether dice are fair: exact tests of what was rolled."""
