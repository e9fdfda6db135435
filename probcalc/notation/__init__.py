"""Rolls written in a small notation: read into nodes, written back, and turned into trees of named rolls.

>>> from probcalc.notation import parse, write
>>> write(parse("2d6 best >= 5"))
'best of 2d6 >= 5'
"""

from __future__ import annotations

from probcalc.notation.errors import NotationError as NotationError
from probcalc.notation.reading import parse as parse
from probcalc.notation.writing import write as write
