"""The four rooms below an answer, and the parts that each holds."""
