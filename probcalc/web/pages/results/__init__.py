"""Every result of an answer, one by one, in the light of another, and two together."""
