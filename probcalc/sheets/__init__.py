"""Rule sheets: a game on a page of plain text."""
