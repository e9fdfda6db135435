"""Reading a sheet: from its text to lines, tokens, expressions, and all that stands on it.

No name means anything here yet. It imports the errors alone.
"""
