"""Sweeps: numbers of a scenario for every combination of values of several parameters."""
