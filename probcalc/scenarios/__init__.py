"""The framework of scenarios: declared parameters, resolution of what was given, answers, and the registry."""
