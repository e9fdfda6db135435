"""What one visit holds: its requests, how their answers are looked at, and the address that says both."""
