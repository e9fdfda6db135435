"""Set-ups beside each other."""
