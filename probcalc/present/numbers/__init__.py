"""Numbers as text: percentages, means, changes and fractions; what is a float, for charts alone, is made here too.

It imports nothing else of `present`.
"""
