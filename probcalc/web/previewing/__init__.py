"""What the link of each page asks, as a chat shows it: title, line, card, and where a program asks the same."""
