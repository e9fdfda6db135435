"""What would change the answer: modifiers, and other entries of a table."""
