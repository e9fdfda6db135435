"""The same trees read with symbols: counts that are not known yet, polynomial laws, formulas for display."""
