"""What the counts of faces tell about a die: exact tests, intervals and their power."""
