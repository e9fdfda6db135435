"""Sweeps as files and tables: every fraction exact, with its decimal beside it."""
