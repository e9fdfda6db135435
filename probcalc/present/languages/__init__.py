"""Languages beside English: each is one file that says English patterns in its own words.

It imports decimals, and nothing else that presents.
"""
