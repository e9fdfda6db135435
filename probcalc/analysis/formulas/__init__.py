"""What holds over many values at once: formulas, curves, and where a condition holds.

It asks the symbolic reading, and imports conditions and measures; sweeps import it.
"""
