"""Conditions and numbers as a person writes them: what they are made of, and how they are read.

It imports nothing else of `analysis`.
"""
