"""Rule sheets: a game on a page of plain text.

It is read, compiled, played and asked in rooms of their own. They import `notation`, `scenarios` and what lies below,
and know no game.
"""
