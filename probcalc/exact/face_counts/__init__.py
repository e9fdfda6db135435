"""What the counts of faces tell about a die: exact tests, intervals and their power.

It imports `kernels` and what lies below, and knows no law.
"""
