"""The questions about answers, each asked with `probcalc NAME`."""

from probcalc.present.register import Register

REGISTER = Register(__name__, __path__)
