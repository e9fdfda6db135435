"""What stands at the top of every page, and at the foot of a printed one."""
