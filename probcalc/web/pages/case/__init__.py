"""What is the case: every parameter with its control."""
