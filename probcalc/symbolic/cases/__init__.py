"""Boxes of parameter values, and what holds in each."""
