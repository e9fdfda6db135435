"""What to do where a scenario leaves a choice: the best play, every fixed plan, and both in sentences.

It imports `measure`.
"""
