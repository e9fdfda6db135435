"""Who meets whom, and what becomes of both sides, turn by turn."""
