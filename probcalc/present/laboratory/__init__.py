"""The questions of those who design rules, each asked with `probcalc lab NAME`."""

from probcalc.present.declared.register import Register

REGISTER = Register(__name__, __path__)
