"""How a question is declared, the register that has the questions of a folder, and the forms of an answer.

It imports reports and sentences; `questions` and `laboratory` hold the declarations.
"""
