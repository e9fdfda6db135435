"""Sweeps as files and tables: every fraction exact, with its decimal beside it.

It imports decimals and `csv_text`, and no report.
"""
