"""Formulas as they are given back: values and laws that can be evaluated, combined and shown."""
