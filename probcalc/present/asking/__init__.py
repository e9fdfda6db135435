"""What is typed in a few words: a question that is read from it, or what is found of all that there is to ask.

It imports nothing else of `present`.
"""
