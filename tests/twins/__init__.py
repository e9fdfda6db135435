"""Slow twins: every scenario again by plain enumeration, from the rule and the standard library alone."""
