"""One number of many requests: over values of parameters, every entry of a table, and the least that is enough.

It imports numbers, findings and sweeps.
"""
