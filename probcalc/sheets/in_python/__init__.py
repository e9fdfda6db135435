"""A sheet written in Python: its lines as the steps of a play."""
