"""A question with all its names resolved: built line by line from the top, with its blocks, choices and tables.

It imports `compiling` and what lies below.
"""
