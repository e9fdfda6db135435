"""What a designer asks: other rules, and the questions of the laboratory."""
