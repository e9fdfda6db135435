"""Was that luck? What was asked beside what came."""
