"""What each analysis found as a report, a file for each analysis, and laws and explanations as such.

It imports words, sentences and numbers; charts, documents and questions import it.
"""
