"""What is not known yet: counts of faces in free parameters, and what a rule asks of them."""
