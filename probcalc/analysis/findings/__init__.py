"""What an analysis found: its report with columns and rows, and its findings by name.

It imports nothing else of `analysis`; every analysis imports it.
"""
