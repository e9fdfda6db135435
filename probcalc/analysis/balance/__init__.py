"""Everybody against everybody: who is too good, who is never worth taking, and what each should cost."""
