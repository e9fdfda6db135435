"""The answer: its sentence, the number that counts, its law and its other results."""
