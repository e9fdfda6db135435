"""Own units and weapons."""
