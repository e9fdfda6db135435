"""What a reader touches and what shows a number: controls, tables, charts, and text as it is."""
