"""Every question by address, for programs, bots, spreadsheets and assistants: JSON, CSV, one line, a picture.

What can be asked is not listed here: each command that answers with `--json` is a question, and its arguments and
options, as they are declared for the command line, are what an address, a JSON body and an assistant's tool take.
"""
