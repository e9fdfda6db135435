"""The rule systems, one folder each: scenarios, data tables, rulings and the catalogue of rules covered."""
