"""From expressions to codes that can be played: names resolved, kinds held against each other.

It imports `reading` and `playing`; each file compiles one kind of expression, and those above it are built on it.
"""
