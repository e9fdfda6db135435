"""The tree of named rolls: its steps, each with its law beside it, and the reader that asks them.

A game is written with these. It imports `law` and what lies below; what is read off a whole tree is in `readings`.
"""
