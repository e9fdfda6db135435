"""The pages of the web calculator, drawn from the scenarios' own declarations."""
