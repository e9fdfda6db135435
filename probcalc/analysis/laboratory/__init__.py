"""What designers of rules look for: what one more is worth, swing, value for points, balance, wanted odds."""
