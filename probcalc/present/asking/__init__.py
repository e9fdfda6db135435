"""What is typed in a few words read as a question: who meets whom, how many, and what holds, or a roll.

It imports what the search can find; no sentence and no report.
"""
